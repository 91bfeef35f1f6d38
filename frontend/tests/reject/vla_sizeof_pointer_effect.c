// expect: error unsupported: an effect in a length that does not matter for the size is not supported
static int calls;
static int length(void) {
    return ++calls;
}
int main(void) {
    return sizeof(int(*)[length()]);
}
