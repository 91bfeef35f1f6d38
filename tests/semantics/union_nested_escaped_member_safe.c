// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int k; union { int a; short b; } u; };
static void set(int *p) { *p = 65537; }
int main(void) {
    struct t t;
    t.u.b = 7;
    set(&t.u.a);
    check(t.u.a == 65537);
    return 0;
}
