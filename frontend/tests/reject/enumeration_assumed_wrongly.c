// expect: error unsupported: `enum e` is used before its values are known
enum e object;
enum e { LARGE = 0x100000000 };
int main(void) { return object == LARGE; }
