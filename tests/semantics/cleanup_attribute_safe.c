// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void leave(int *p) { g = *p; }
int main(void) {
    { __attribute__((cleanup(leave))) int x = 4; }
    check(g == 4);
    return 0;
}
