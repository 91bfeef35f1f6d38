// inputs: 9
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), n = 0;
    switch (x) {
    case 1:
        n = 1;
        break;
    default:
        n = 5;
    case 2:
        n++;
        break;
    }
    check(n == (x == 1 ? 1 : x == 2 ? 1 : 6));
    return 0;
}
