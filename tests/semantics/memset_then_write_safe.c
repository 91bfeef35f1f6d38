// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* What is written afterwards stays. */
void *memset(void *, int, unsigned long);
static char a[40];
int main(void) {
    int i = 7;
    a[i] = 1;
    memset(a, 2, sizeof a);
    a[i + 1] = 3;
    check(a[7] == 2);
    check(a[8] == 3);
    check(a[9] == 2);
    return 0;
}
