// inputs: 4
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    int y = x;
    {
        int x = 1;
        y = x;
        x = 2;
    }
    check(y == 1 && x == x);
    return 0;
}
