// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    int a[(i, 4)], b[(i, 4)], c[(i, 4)];
    a[0] = i;
    c[0] = 2;
    b[0] = 3;
    check(a[0] == i + 1);
    return 0;
}
