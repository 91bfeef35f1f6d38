// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
__attribute__((constructor)) static void first(void) { g = 1; }
int main(void) {
    check(g == 0 || g == 1);
    return 0;
}
