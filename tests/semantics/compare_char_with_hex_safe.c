// inputs: 128
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char c = (char)in();
    if ((unsigned char)c == 0x80) check(c != 0x80);
    return 0;
}
