// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { struct { int a, b; } x[2]; int d; } s = { { { 1 }, { 2, 3 } } };
    check(s.x[0].b == 0 && s.x[1].a == 2 && s.d == 0);
    return 0;
}
