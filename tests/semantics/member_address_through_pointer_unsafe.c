// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a, b; };
static void set(int *p) { *p = 9; }
int main(void) {
    struct t s = { 1, 2 }, *q = &s;
    set(&q->b);
    check(s.a == 1 && q->b == 2);
    return 0;
}
