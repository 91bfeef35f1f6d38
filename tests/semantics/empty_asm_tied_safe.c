// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), y;
    __asm__ ("" : "=r" (y) : "0" (x));
    check(x == y);
    return 0;
}
