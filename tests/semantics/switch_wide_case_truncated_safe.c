// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), hit = 0;
    switch (x) {
    case 4294967296: hit = 1; break;
    }
    check(hit == (x == 0));
    return 0;
}
