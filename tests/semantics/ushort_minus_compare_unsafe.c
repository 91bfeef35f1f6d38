// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned short a = (unsigned short)in(), b = 1;
    if (a == 0) check(a - b > 0);
    return 0;
}
