// An assertion is one through a pointer, too: this one holds.
void assert(int condition);
int __VERIFIER_nondet_int(void);
static void run(void (*check)(int), int x) { check(x); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3)
        run(assert, x);
    return 0;
}
