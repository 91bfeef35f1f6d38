// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int f(int *p) { g = 1; *p = 2; return g; }
int main(void) {
    check(f(&g) == 1);
    return 0;
}
