// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void start(void) { g = 1; }
static void (*__attribute__((section(".init_array"), used)) entry)(void) = start;
int main(void) {
    check(g == 0);
    return 0;
}
