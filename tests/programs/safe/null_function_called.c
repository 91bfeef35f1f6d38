// A run that calls a null pointer goes no further.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct ops {
    int (*open)(int);
    int (*close)(int);
};
static int opened(int n) {
    return n;
}
static const struct ops table = {opened};
int main(void) {
    int none = 0;
    int (*f)(int) = __VERIFIER_nondet_int() ? opened : 0;
    if (!f)
        none = 1;
    f(1);
    if (none)
        reach_error();
    if (table.open(2) != 2)
        reach_error();
    if (table.close(7) == 7)
        reach_error();
    return 0;
}
