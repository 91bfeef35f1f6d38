// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* Elements before and behind the filled ones stay. */
void *memset(void *, int, unsigned long);
static int a[40];
int main(void) {
    int i;
    for (i = 0; i < 40; i++)
        a[i] = 9;
    memset(&a[10], 0, 20 * sizeof a[0]);
    check(a[9] == 9);
    check(a[10] == 0);
    check(a[29] == 0);
    check(a[30] == 9);
    return 0;
}
