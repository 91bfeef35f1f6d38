// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int inc(void) { return ++g; }
int main(void) {
    (void)inc();
    inc();
    check(g == 2);
    return 0;
}
