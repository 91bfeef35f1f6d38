// inputs:
// imprecise: the solver is not quick enough with bits of bytes
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct fields { unsigned a : 3, b : 7; int c : 5; };
int main(void) {
    struct fields f = {0};
    unsigned char *c = (unsigned char *)&f;
    f.a = 5;
    f.b = 0x41;
    f.c = -1;
    c[0] = c[0] & 0xf8;
    check(f.a == 0 && f.b == 0x41 && f.c == -1 && c[0] == 8);
    return 0;
}
