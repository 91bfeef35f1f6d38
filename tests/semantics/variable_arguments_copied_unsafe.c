// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int twice(int count, ...) {
    __builtin_va_list list, copy;
    __builtin_va_start(list, count);
    __builtin_va_copy(copy, list);
    int first = __builtin_va_arg(list, int), again = __builtin_va_arg(copy, int);
    return first == again;
}

int main(void) {
    int x = in();
    check(twice(2, x, x) == 0);
    return 0;
}
