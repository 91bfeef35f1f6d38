// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The sum is the address of `v`, in a variable that is no pointer.
struct s {
    int a;
};
int main(void) {
    int v = 0;
    unsigned long q;
    __builtin_add_overflow((unsigned long)&v, 0UL, &q);
    ((struct s *)q)->a = 1;
    check(v == 1);
    return 0;
}
