// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { int k; union { int a; long b; } u; } s = { 1, { .b = 7 } };
    check(s.u.b == 0);
    return 0;
}
