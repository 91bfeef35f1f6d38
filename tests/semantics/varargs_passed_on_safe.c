// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The callee moves the caller's list, on some machines; C says that its value is indeterminate afterwards (7.16p3). */
static int next(__builtin_va_list list) {
    return __builtin_va_arg(list, int);
}
static void two(int n, ...) {
    __builtin_va_list list;
    int a, b;
    __builtin_va_start(list, n);
    a = next(list);
    b = next(list);
    __builtin_va_end(list);
    check(a == 1);
}
int main(void) {
    two(2, 1, 2);
    return 0;
}
