// expect: __builtin_va_arg_pack
/* The function outside may change what the inline one must not. */
void reach_error(void);
void __syslog_chk(int *, ...);
extern inline __attribute__((always_inline, gnu_inline)) void syslog(const int *p, ...) {
    __syslog_chk(p + 0, __builtin_va_arg_pack());
}
int main(void) {
    int x = 1;
    syslog(&x, 1);
    if (x != 1)
        reach_error();
    return 0;
}
