// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The size is in bytes, not in elements. */
void *memset(void *, int, unsigned long);
static int a[40];
int main(void) {
    a[20] = 3;
    memset(a, 0, 40);
    check(a[20] == 0);
    return 0;
}
