// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { double d; unsigned long u; } x, y;
    double zero = 0, far = 1 / zero;
    x.d = zero / zero;
    y.d = far - far;
    check(x.d != x.d && y.d != y.d);
    return 0;
}
