// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

union both { int i; unsigned char c[4]; };
static void set(union both *u) { u->c[1] = 7; }
int main(void) {
    union both u = {0};
    u.i = 0x01020304;
    set(&u);
    check(u.i == 0x01020704);
    return 0;
}
