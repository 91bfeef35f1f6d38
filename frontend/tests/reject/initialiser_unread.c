// expect: error unsupported: this initialiser means nothing here
int e = 1;
int main(void) {
    extern int e = 2;
    return e;
}
