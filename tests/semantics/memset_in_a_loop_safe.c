// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An array that is initialised anew in each round. */
int main(void) {
    int i, sum = 0;
    for (i = 0; i < 3; i++) {
        int a[20] = { 0 };
        int *p = a;
        sum += p[i] + p[i + 1];
        p[i + 1] = 5;
    }
    check(sum == 0);
    return 0;
}
