// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void set(int x) { g = x; }
int main(void) {
    void (*f)() = set;
    f(7);
    check(f != 0);
    return 0;
}
