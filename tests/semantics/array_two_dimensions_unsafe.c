// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int i = in();
    if (i == 1) check(a[i][0] == 2 && *(*(a + 1) + 2) == 6);
    return 0;
}
