// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a, b; } s = { 1, 2 };
    int *p = &s.b;
    *p = 9;
    check(s.a == 1 && s.b == 9);
    return 0;
}
