// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int *f(int *p, int x) { int y = x; if (p) *p = 9; return x == 1 ? &y : p; }
static int g(int *p) { int z = 3; *p = 4; return z; }
int main(void) {
    int w = 0;
    check(g(&w) == 3 && w == 0);
    return f(0, 0) != 0;
}
