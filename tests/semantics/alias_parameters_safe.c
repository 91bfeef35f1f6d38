// inputs: 1
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int f(int *a, int *b) { *a = 1; *b = 2; return *a; }
int main(void) {
    int x, y;
    check(f(&x, &y) == 1 && f(&x, &x) == 2);
    return 0;
}
