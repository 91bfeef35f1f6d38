// expect: __builtin_va_arg_pack
void reach_error(void);
void __log_all_chk(int, ...);
extern inline __attribute__((always_inline, gnu_inline)) void log_all(int n, ...) {
    reach_error();
    __log_all_chk(n, __builtin_va_arg_pack());
}
int main(void) {
    log_all(1, 2);
    return 0;
}
