// expect: is no function of the library here
void reach_error(void);
void __syslog_chk(int, ...);
extern inline __attribute__((always_inline, gnu_inline)) void syslog(int n, ...) {
    __syslog_chk(n, __builtin_va_arg_pack());
}
int main(void) {
    syslog(1, 2);
    return 0;
}
void __syslog_chk(int n, ...) {
    if (n)
        reach_error();
}
