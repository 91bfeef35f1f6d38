// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g, calls;
static int *where(void) { calls++; return &g; }
int main(void) {
    ++*where();
    *where() += 2;
    check(g == 3 && calls == 2);
    return 0;
}
