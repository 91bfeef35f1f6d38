// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    for (int round = 0; round < 2; round++) {
        int a[(i, 4)], b[(i, 8)], c[(i, 16)];
        a[0] = i;
        b[0] = i + 1;
        c[0] = i + 2;
        check(a[0] == i && b[0] == i + 2 && c[0] == i + 2);
    }
    return 0;
}
