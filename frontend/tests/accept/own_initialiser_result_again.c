// expect: ok
/* A label leads back to a declaration whose object the function of its initialiser knows. */
void reach_error(void);
struct six { int a, b, c, d, e, f; };
static struct six dummy, *q = &dummy;
static struct six g(void) {
    struct six r = {7};
    r.b = q->a;
    return r;
}
int main(void) {
    int n = 0;
again:;
    struct six s = g();
    s.a = 3;
    q = &s;
    if (n++ < 1)
        goto again;
    if (s.b == 7)
        reach_error();
    return 0;
}
