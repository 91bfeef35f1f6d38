// inputs: 5
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    _Bool b = 1;
    b += in();
    if (b == 0) { check(1); } else check(b == 6);
    return 0;
}
