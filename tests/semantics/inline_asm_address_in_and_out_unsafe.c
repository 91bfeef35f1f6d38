// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The address is input and output at once.
static int x = 1;
int main(void) {
    int *p = &x;
    __asm__ volatile("movl $9, (%0)" : "+r"(p));
    int y = x;
    check(y == 1);
    return 0;
}
