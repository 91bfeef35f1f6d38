// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* As many bytes as a variable says. */
void *memset(void *, int, unsigned long);
static char a[40];
static void fill(char *p, unsigned long n) {
    memset(p, 5, n);
}
int main(void) {
    fill(a + 3, 4);
    check(a[2] == 0);
    check(a[3] == 5);
    check(a[6] == 5);
    check(a[7] == 0);
    return 0;
}
