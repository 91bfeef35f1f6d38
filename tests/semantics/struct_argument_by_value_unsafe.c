// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a; };
static int change(struct t t) { t.a = 9; return t.a; }
int main(void) {
    struct t t = { 4 };
    int r = change(t);
    check(r == 9 && t.a == 9);
    return 0;
}
