// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*pick(int x))(void) { return x ? one : two; }
int main(void) {
    check(pick(1)() == 1 && pick(0)() == 2);
    return 0;
}
