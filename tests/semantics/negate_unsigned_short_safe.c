// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned short s = (unsigned short)in();
    if (s == 1) check(-s == -1);
    return 0;
}
