// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int second(int count, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, count);
    (void)__builtin_va_arg(list, int);
    int value = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return value;
}

int main(void) {
    int x = in();
    check(second(2, 7, x) == x);
    return 0;
}
