// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double zero = 0, none = zero / zero;
    float small = 1e-40f;
    check(__builtin_isnan(zero) || __builtin_isnormal(small) || !__builtin_signbit(-zero));
    return 0;
}
