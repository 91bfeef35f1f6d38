// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An int gets the value in each of its bytes. */
void *memset(void *, int, unsigned long);
static int a[40];
int main(void) {
    memset(a, 1, sizeof a);
    check(a[39] == 1);
    return 0;
}
