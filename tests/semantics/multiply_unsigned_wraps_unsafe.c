// inputs: 65536
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned x = (unsigned)in();
    if (x == 65536) check(x * 65536u == 4294967296ul);
    return 0;
}
