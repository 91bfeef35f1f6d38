// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int *keep;
static void remember(int *p) { keep = p; }
static void write(void) { *keep = 8; }
int main(void) {
    int x = 1;
    remember(&x);
    write();
    check(x == 8);
    return 0;
}
