// inputs:
// imprecise: the place that the second output has is unknown
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// One output says where another one is. Which of them is written back first is open.
static int i, a[3] = {1, 2, 3};
int main(void) {
    __asm__ volatile("movl $1, %0\n\tmovl $77, %1" : "=&r"(i), "=&r"(a[i]));
    check(a[2] == 3 || a[2] == 77);
    return 0;
}
