/* The path meets a floating value, a volatile object and assembly, but no condition of it needs them. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    double x = 0.5;
    volatile int v = 1;
    int y = v, z = __VERIFIER_nondet_int();
    x = x * y;
    asm("nop" : : : "memory");
    if (z == 3) reach_error();
    return 0;
}
