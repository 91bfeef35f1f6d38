// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The output is named as an object of another type.
struct block { unsigned long words[1]; };
static struct { int a, b; } x = {1, 2};
int main(void) {
    __asm__ volatile("movl $9, %0" : "=m"(*(struct block *)&x));
    int y = x.a;
    check(y == 1);
    return 0;
}
