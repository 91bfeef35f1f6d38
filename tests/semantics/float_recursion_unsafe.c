// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static double power(double base, int n) { return n ? base * power(base, n - 1) : 1; }

int main(void) {
    check(power(1.5, 3) == 3);
    return 0;
}
