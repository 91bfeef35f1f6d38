// An assertion is one through a pointer, too.
void assert(int condition);
int __VERIFIER_nondet_int(void);
static void run(void (*check)(int), int x) { check(x); }
int main(void) {
    run(assert, __VERIFIER_nondet_int());
    return 0;
}
