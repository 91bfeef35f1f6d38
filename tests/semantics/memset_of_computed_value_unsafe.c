// inputs: 511
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* Any value, as an unsigned char. */
void *memset(void *, int, unsigned long);
static unsigned char a[40];
int __VERIFIER_nondet_int(void);
int main(void) {
    int c = __VERIFIER_nondet_int();
    memset(a, c, sizeof a);
    check(a[39] == c);
    return 0;
}
