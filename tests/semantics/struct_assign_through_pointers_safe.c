// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a; long b; };
static void copy(struct t *to, const struct t *from) { *to = *from; }
int main(void) {
    struct t s = { 1, 2 }, u;
    copy(&u, &s);
    s.b = 3;
    check(u.a == 1 && u.b == 2);
    return 0;
}
