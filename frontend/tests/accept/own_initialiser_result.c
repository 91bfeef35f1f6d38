// expect: ok
/* The result of `g` is the whole of `s`, and gcc keeps `r` there: what `g` finds in `s` is open. */
void reach_error(void);
struct six { int a, b, c, d, e, f; };
static struct six *q;
static struct six g(void) {
    struct six r = {7};
    r.b = q->a;
    return r;
}
int main(void) {
    struct six s = (q = &s, s.a = 3, g());
    if (s.b == 7)
        reach_error();
    return 0;
}
