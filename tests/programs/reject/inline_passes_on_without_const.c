// expect: __builtin_va_arg_pack
/* The function outside may change what the inline one must not. */
void reach_error(void);
void __log_all_chk(int *, ...);
extern inline __attribute__((always_inline, gnu_inline)) void log_all(const int *p, ...) {
    __log_all_chk(p + 0, __builtin_va_arg_pack());
}
int main(void) {
    int x = 1;
    log_all(&x, 1);
    if (x != 1)
        reach_error();
    return 0;
}
