// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned long u = (unsigned long)in();
    if (u == 0) { u--; check(u == 4294967295ul); }
    return 0;
}
