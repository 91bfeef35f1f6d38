// inputs: 0
// Characters and a bit-field may lie over one object.
void reach_error(void);
struct t { int x; };
struct a { char c[4]; };
struct b { int y:8; };
// With a list of arguments, memory is not made of bytes.
static int first(int n, ...) {
    __builtin_va_list l;
    __builtin_va_start(l, n);
    int r = __builtin_va_arg(l, int);
    __builtin_va_end(l);
    return r;
}
int main(void) {
    if (first(1, 2) != 2) return 0;

    struct t obj = {0};
    struct a *p = (struct a *)&obj;
    struct b *q = (struct b *)&obj;
    p->c[0] = 5;
    q->y = 6;
    if (p->c[0] == 6)
        reach_error();
    return 0;
}
