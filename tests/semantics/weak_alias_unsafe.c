// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int state;
int target(void) { return ++state; }
int other(void) __attribute__((weak, alias("target")));
int main(void) {
    other();
    check(state == 0);
    return 0;
}
