// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

union t { int i; short s; };
int main(void) {
    union t a, b;
    a.i = 70000;
    b.s = 1;
    b = a;
    check(b.i == 70000);
    return 0;
}
