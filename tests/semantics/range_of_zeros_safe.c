// inputs: 999
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* What no item of an initialiser writes is zero, up to the last element (C11 6.7.9p21). */
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[1000] = { [3] = 7 };
    int i = __VERIFIER_nondet_int();
    if (i < 4 || i > 999)
        return 0;
    check(a[i] == 0);
    check(a[3] == 7);
    check(a[2] == 0);
    return 0;
}
