// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int puts(const char *text) { return text[0]; }

int main(void) {
    int x = in();
    check(x != 3 || __builtin_puts("A") == 65);
    return 0;
}
