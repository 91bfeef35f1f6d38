// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { float f; unsigned u; } x;
    x.u = 0;
    x.f = 1;
    check(x.f == 1);
    return 0;
}
