// inputs: 300
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    short s = (short)in();
    if (s == 300) { s *= 300; check(s == 24464); }
    return 0;
}
