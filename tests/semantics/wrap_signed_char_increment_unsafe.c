// inputs: 127
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    signed char c = (signed char)in();
    if (c == 127) { c++; check(c == 128); }
    return 0;
}
