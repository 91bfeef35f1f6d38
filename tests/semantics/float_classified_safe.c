// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double zero = 0, none = zero / zero;
    float small = 1e-40f;
    check(__builtin_isnan(none) && __builtin_isinf(1 / zero) && !__builtin_isfinite(none) && !__builtin_isnormal(small) && __builtin_signbit(-zero) && __builtin_fpclassify(0, 1, 2, 3, 4, small) == 3);
    return 0;
}
