// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct ctx { int n; };
static void bump(void *p) { ((struct ctx *)p)->n++; }
static void each(void (*f)(void *), void *p) { f(p); f(p); }
int main(void) {
    struct ctx c = { 0 };
    each(bump, &c);
    check(c.n == 0);
    return 0;
}
