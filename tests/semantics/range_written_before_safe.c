// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A static array is zero at the start, not whenever a function looks at it. */
static int a[100];
static void set(int i) {
    a[i] = i;
}
int main(void) {
    set(42);
    check(a[42] == 42);
    check(a[41] == 0);
    check(a[43] == 0);
    return 0;
}
