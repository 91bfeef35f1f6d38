// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct in_ { int k; };
struct t { struct in_ i; int v; };
int main(void) {
    struct t d = { { 1 }, 2 };
    void *p = &d;
    ((struct in_ *)p)->k = 5;
    check(d.i.k == 5);
    return 0;
}
