// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a, b; } s = { 1, 2 };
    struct t u = { s.b, s.a };
    s = u;
    check(s.a == 1 && s.b == 2);
    return 0;
}
