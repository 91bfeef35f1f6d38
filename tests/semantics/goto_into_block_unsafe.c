// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), y = 0;
    if (x == 1) goto inside;
    y = 1;
    {
        y = y + 1;
    inside:
        y = y + 10;
    }
    check(y == 12 || y == 11);
    return 0;
}
