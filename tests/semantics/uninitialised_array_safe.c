// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An array without an initialiser holds anything; other objects stay. */
static int g[20];
static int f(int n) {
    int a[20];
    int *p = a;
    p[n] = n;
    return p[n];
}
int main(void) {
    g[3] = 4;
    int x = f(3);
    check(x == 3);
    check(g[3] == 4);
    check(g[4] == 0);
    return 0;
}
