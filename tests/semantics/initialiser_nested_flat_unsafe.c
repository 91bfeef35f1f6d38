// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { int a; struct { int b, c; } in; int d; } s = { 1, 2, 3, 4 };
    check(s.in.b == 2 && s.in.c == 3 && s.d == 0);
    return 0;
}
