// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// An address goes through a variable of type `double`, bit by bit.
struct s {
    int a;
};
union u {
    double n;
    void *p;
};
int main(void) {
    int v = 0;
    union u u, w;
    u.n = 0;
    u.p = &v;
    double n = u.n;
    w.n = n;
    struct s *s = w.p;
    s->a = 1;
    check(v != 1);
    return 0;
}
