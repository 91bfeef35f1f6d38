// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void set(void) { g = 1; }
int main(void) {
    unsigned long u = (unsigned long)set;
    ((void (*)(void))u)();
    check(g == 0);
    return 0;
}
