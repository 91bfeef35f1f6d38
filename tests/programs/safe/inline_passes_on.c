/* The body is left out: it calls a function of the library with its own arguments. */
void reach_error(void);
int __syslog_chk(int, ...);
extern inline __attribute__((always_inline, gnu_inline)) int syslog(int n, ...) {
    unsigned long size = __builtin_va_arg_pack_len();
    if (size > 1)
        return __syslog_chk(n, __builtin_va_arg_pack());
    return 0;
}
int main(void) {
    int kept = 1;
    syslog(1, 2);
    if (kept != 1)
        reach_error();
    return 0;
}
