// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct inner { int x; };
struct outer { int a; struct inner in; };
int main(void) {
    struct outer o = { 1, { 2 } };
    struct inner *i = &o.in;
    struct outer *p = (struct outer *)((char *)i - __builtin_offsetof(struct outer, in));
    p->a = 5;
    check(o.a == 5);
    return 0;
}
