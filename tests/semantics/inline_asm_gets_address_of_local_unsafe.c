// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The only place that takes the address of `x` is an operand, as an integer.
int main(void) {
    int x = 5;
    __asm__ volatile("movl $9, (%0)" : : "r"((unsigned long)&x));
    int y = x;
    check(y == 5);
    return 0;
}
