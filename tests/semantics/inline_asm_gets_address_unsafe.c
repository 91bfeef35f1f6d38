// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The only place that takes the address of `x` is an operand.
static int x = 5;
int main(void) {
    __asm__ volatile("movl $7, %0" : "=m"(*(&x)));
    __asm__ volatile("movl $9, (%0)" : : "r"(&x));
    check(x != 9);
    return 0;
}
