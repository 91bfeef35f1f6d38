// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int set(int x) { g = x; return x; }
int main(void) {
    void (*f)(void) = (void (*)(void))set;
    void (*h)(int) = (void (*)(int))f;
    h(7);
    check(g == 0);
    return 0;
}
