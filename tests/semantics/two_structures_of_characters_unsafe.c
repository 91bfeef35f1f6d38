// inputs: 0
// Two structures of characters may lie over one object.
void reach_error(void);
struct t { int x; };
struct a { char c[4]; };
struct b { char d[4]; };
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

    struct t obj;
    void *v = &obj;
    struct a *p = v;
    struct b *q = v;
    p->c[0] = 5;
    q->d[0] = 6;
    if (p->c[0] != 5)
        reach_error();
    return 0;
}
