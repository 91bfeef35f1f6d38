// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static void inc(int *p) { ++*p; }
static int f(int x) { inc(&x); return x; }
int main(void) {
    int x = 3;
    check(f(x) == 4 && x == 4);
    return 0;
}
