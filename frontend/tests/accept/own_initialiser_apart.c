// expect: ok
/* Nothing is open: the first object's address is taken behind, the second one's nowhere. */
void reach_error(void);
struct six { int a, b, c, d, e, f; };
static struct six dummy, *q = &dummy;
static struct six g(void) {
    struct six r = {7};
    r.b = q->a;
    return r;
}
int main(void) {
    struct six s = g();
    q = &s;
    struct six t = (s.a++, g());
    if (t.b == 7)
        reach_error();
    return 0;
}
