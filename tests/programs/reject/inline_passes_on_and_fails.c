// expect: __builtin_va_arg_pack
void reach_error(void);
void __syslog_chk(int, ...);
extern inline __attribute__((always_inline, gnu_inline)) void syslog(int n, ...) {
    reach_error();
    __syslog_chk(n, __builtin_va_arg_pack());
}
int main(void) {
    syslog(1, 2);
    return 0;
}
