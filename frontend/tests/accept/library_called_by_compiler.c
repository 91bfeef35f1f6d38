// expect: ok
// gcc calls `putchar` for this `printf`. A definition for inlining only is none that it can call.
extern void reach_error(void);
int printf(const char *, ...);
int putchar(int c) {
    reach_error();
    return c;
}
extern inline __attribute__((gnu_inline)) int puts(const char *text) {
    reach_error();
    return 0;
}
int main(void) {
    printf("%c", 'x');
    return 0;
}
