// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void set(void) { g = 1; }
int main(void) {
    void (*f)(int) = (void (*)(int))set;
    f(7);
    check(g == 0);
    return 0;
}
