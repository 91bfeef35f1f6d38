// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned char c = (unsigned char)in();
    unsigned char d = (unsigned char)~c;
    if (c == 0) check(d == 255);
    return 0;
}
