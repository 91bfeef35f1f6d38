// expect: is no function of the library here
/* What is known of printf is not known of this one. */
int __print(const char *, ...);
extern inline __attribute__((always_inline, gnu_inline)) int printf(const char *f, ...) {
    return __print(f, __builtin_va_arg_pack());
}
int main(void) {
    printf("a", 2);
    return 0;
}
