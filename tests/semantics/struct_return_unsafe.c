// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a, b; };
static struct t make(int a, int b) { struct t t; t.a = a; t.b = b; return t; }
int main(void) {
    struct t t = make(1, 2);
    check(make(3, 4).b == 4 && t.a == 3);
    return 0;
}
