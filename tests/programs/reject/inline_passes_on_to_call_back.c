// expect: __builtin_va_arg_pack
/* __cxa_atexit calls what it is given. */
int __cxa_atexit(void (*)(void *), ...);
extern inline __attribute__((always_inline, gnu_inline)) int cxa(void (*f)(void *), ...) {
    return __cxa_atexit(f, __builtin_va_arg_pack());
}
void reach_error(void);
static void failing(void *p) {
    reach_error();
}
int main(void) {
    return cxa(failing, (void *)0, (void *)0);
}
