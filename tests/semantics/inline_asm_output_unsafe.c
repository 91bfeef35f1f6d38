// inputs: 4
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), y = 1;
    __asm__("movl $7, %0" : "=r"(y));
    check(y != 7 || y == 1);
    return 0;
}
