// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int apply(int (*f)(int), int x) { return f(x); }
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
int main(void) {
    check(apply(inc, 3) == 4 && apply(dec, 3) == 2);
    return 0;
}
