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
    if ((unsigned char)c == 255) check(c == -1);
    return 0;
}
