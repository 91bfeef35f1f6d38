// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 2, m = 3;
    int a[n][m];
    int *p = a[0];
    a[1][2] = 6;
    check(&a[1] - &a[0] == 1 && p[5] == 6);
    return 0;
}
