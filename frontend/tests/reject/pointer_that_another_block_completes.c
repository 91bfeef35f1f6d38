// expect: error unsupported: an object whose type another block or file completes
/* C11 6.2.7p4: at file scope `fp` points to a function of which no parameters are known. */
extern int (*fp)();
static int f(int x) {
    return x;
}
void h(void) {
    extern int (*fp)(int);
}
int (*fp)() = f;
int main(void) {
    int r = 0;
    for (int i = 0; i < 1; i++)
        r = _Generic(fp, int (*)(double): 1, default: 3);
    return r;
}
