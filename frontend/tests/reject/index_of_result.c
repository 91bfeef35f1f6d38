// expect: error unsupported: an index that is no constant is not supported in a structure that is no object
struct row { int cells[3]; };
struct row make(void) { return (struct row){{1, 2, 3}}; }
int main(void) {
    int i = 1;
    return make().cells[i];
}
