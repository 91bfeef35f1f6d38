// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int set(int x) { g = x; return x; }
int main(void) {
    void *v = (void *)set;
    long l = (long)v;
    void (*f)(int) = (void (*)(int))l;
    f(7);
    check(g == 0);
    return 0;
}
