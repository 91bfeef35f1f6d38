// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
// `_Float64` and its like are types of their own (ISO/IEC TS 18661-3).
int main(void) {
    int n = __VERIFIER_nondet_int();
    int kinds = _Generic((_Float64)n, double: 1, default: 2) +
                _Generic((_Float32)n + 1.0f, float: 10, _Float32: 20) +
                _Generic((_Float64)n + 1.0f32x, _Float32x: 100, _Float64: 200);
    if (kinds != 222 || sizeof(1.0f128) != 16 || sizeof((_Float32)n) != 4)
        reach_error();
    return 0;
}
