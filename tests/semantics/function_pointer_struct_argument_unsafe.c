// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a; int b; };
static int g;
static int take(struct t t) { g = t.a; t.a = 9; return t.b; }
int main(void) {
    int (*f)(struct t) = take;
    struct t t = { 1, 2 };
    check(f(t) == 2 && g == 1 && t.a == 9);
    return 0;
}
