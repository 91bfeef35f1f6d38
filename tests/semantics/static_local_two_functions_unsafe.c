// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int a(void) { static int n; return ++n; }
static int b(void) { static int n = 10; return ++n; }
int main(void) {
    a();
    b();
    check(a() == 13 && b() == 12);
    return 0;
}
