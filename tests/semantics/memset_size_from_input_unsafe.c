// inputs: 8
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int __VERIFIER_nondet_int(void);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, n = __VERIFIER_nondet_int();
    if (n != 8)
        return 0;
    memset(a, 0, n);
    check(a[0] != 0 || a[2] != 3);
    return 0;
}
