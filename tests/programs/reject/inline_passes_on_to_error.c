// expect: is no function of the library here
/* The linker's name is what is called. */
void __syslog_chk(int, ...) __asm__("reach_error");
extern inline __attribute__((always_inline, gnu_inline)) void syslog(int n, ...) {
    __syslog_chk(n, __builtin_va_arg_pack());
}
int main(void) {
    syslog(1, 2);
    return 0;
}
