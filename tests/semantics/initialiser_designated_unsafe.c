// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { int a, b, c; } s = { .c = 3, .a = 1 };
    check(s.a == 1 && s.b == 3 && s.c == 3);
    return 0;
}
