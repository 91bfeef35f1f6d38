// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int calls;
static int x = 5;
static int *next(void) {
    calls++;
    return &x;
}

int main(void) {
    __asm__("" : "+r"(*next()));
    check(calls == 0);
    return 0;
}
