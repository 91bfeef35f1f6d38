// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A size of 0 changes nothing. */
void *memset(void *, int, unsigned long);
static char a[40];
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20)
        return 0;
    memset(a, 5, n);
    check(a[0] == 5);
    return 0;
}
