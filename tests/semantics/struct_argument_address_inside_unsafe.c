// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a; };
static void set(struct t *p) { p->a = 9; }
static int change(struct t t) { set(&t); return t.a; }
int main(void) {
    struct t t = { 4 };
    int r = change(t);
    check(r == 9 && t.a == 9);
    return 0;
}
