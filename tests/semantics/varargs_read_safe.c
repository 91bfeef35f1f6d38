// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int first(int n, ...) {
    __builtin_va_list ap;
    int r;
    __builtin_va_start(ap, n);
    r = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return r;
}
int main(void) {
    check(first(1, 5) >= -2147483647 - 1);
    return 0;
}
