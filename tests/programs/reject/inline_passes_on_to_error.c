// expect: is no function of the library here
void __log_all_chk(int, ...) __asm__("reach_error");
extern inline __attribute__((always_inline, gnu_inline)) void log_all(int n, ...) {
    __log_all_chk(n, __builtin_va_arg_pack());
}
int main(void) {
    log_all(1, 2);
    return 0;
}
