// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static double sum(int n, ...) {
    __builtin_va_list list;
    double out;
    __builtin_va_start(list, n);
    out = __builtin_va_arg(list, double) + __builtin_va_arg(list, double);
    __builtin_va_end(list);
    return out;
}

int main(void) {
    float f = 0.1f;
    check(sum(2, f, 0.0) == 0.1);
    return 0;
}
