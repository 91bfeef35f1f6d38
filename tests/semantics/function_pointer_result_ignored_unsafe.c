// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int set(int x) { g = x; return x; }
int main(void) {
    void (*f)(int) = (void (*)(int))set;
    f(7);
    check(g != 7);
    return 0;
}
