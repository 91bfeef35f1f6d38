// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int n;
static int first(void) {
    return n = 1;
}
static int second(void) {
    return n = 2;
}

int main(void) {
    __asm__ volatile("" : : "r"(first()), "r"(second()));
    check(n == 1);
    return 0;
}
