// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a, b; } s = { 1, 2 }, *p = &s;
    s = *p;
    check(s.a == 1 && p->b == 2);
    return 0;
}
