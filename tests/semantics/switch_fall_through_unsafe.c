// inputs: 1
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
        n += 1;
    case 2:
        n += 2;
        break;
    case 3:
        n = 9;
    }
    check(x != 1 || n == 1);
    return 0;
}
