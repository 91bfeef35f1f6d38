// inputs: 1

int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    const char *text = in() ? "a" : "b";
    check(__builtin_strlen(text) == 1 && __builtin_strchr(text, 'a') == 0);
    return 0;
}
