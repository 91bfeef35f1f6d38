// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The value is converted to unsigned char (7.24.6.1): 300 is 44. */
void *memset(void *, int, unsigned long);
static unsigned char a[40];
int main(void) {
    memset(a, 300, sizeof a);
    check(a[0] == 44);
    check(a[39] == 44);
    return 0;
}
