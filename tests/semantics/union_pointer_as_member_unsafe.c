// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A pointer to a union is one to each of its members (6.7.2.1p16). */
struct pair {
    int a;
    int b;
};
static struct pair s;
struct holder {
    int *p;
};
union view {
    void *v;
    struct holder holder;
};
static union view u;
int main(void) {
    struct holder *h = (struct holder *)&u;
    s.a = 1;
    s.b = 2;
    u.v = &s;
    *h->p = 7;
    int one = 1;
    check(s.a == 1);
    return 0;
}
