// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 0, y = 0, *p = in() ? &x : &y;
    *p = 1;
    check(x + y == 1 && x == 0);
    return 0;
}
