// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void set(void) { g = 1; }
int main(void) {
    void (*f)(void) = &set;
    f();
    check(g == 1);
    return 0;
}
