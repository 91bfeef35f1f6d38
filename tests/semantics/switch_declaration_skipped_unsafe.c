// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), r = 0;
    switch (x) {
        int y;
    case 1:
        y = 4;
        r = y;
    }
    check(r == 0 || r == 5);
    return 0;
}
