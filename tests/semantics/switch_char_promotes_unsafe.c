// inputs: 255
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char c = (char)in();
    int hit = 0;
    switch (c) {
    case 255: hit = 1; break;
    case -1: hit = 2; break;
    }
    check(hit != 2);
    return 0;
}
