// expect: __builtin_va_arg_pack
/* Only the library's own functions have parts that do no more than they may. */
void __assert_fail(const char *, ...);
extern inline __attribute__((always_inline, gnu_inline)) void assert(const char *n, ...) {
    __assert_fail(n, __builtin_va_arg_pack());
}
int main(void) {
    assert("a", 2);
    return 0;
}
