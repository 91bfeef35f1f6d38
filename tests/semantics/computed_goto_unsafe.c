// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in(), y = 0;
    static void *table[] = {&&one, &&two};
    goto *table[x == 1];
one:
    y = 1;
    goto end;
two:
    y = 2;
end:
    check(y == 1);
    return 0;
}
