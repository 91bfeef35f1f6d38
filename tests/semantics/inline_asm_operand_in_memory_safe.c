// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// An operand in memory, which the assembly says that it changes.
int main(void) {
    int x = 1;
    __asm__ volatile("movl $9, %0" : : "m"(x) : "memory");
    int y = x;
    check(y == x);
    return 0;
}
