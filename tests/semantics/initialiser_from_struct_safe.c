// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a, b; } s = { 1, 2 };
    struct { struct t t; int c; } u = { s, 3 };
    s.b = 9;
    check(u.t.b == 2 && u.c == 3);
    return 0;
}
