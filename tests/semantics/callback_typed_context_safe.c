// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct ctx { int n; };
static void bump(struct ctx *p) { p->n++; }
int main(void) {
    struct ctx c = { 0 };
    void (*f)(void *) = (void (*)(void *))bump;
    f(&c);
    check(c.n == 1);
    return 0;
}
