// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct base { int k; };
struct derived { struct base b; int v; };
int main(void) {
    struct derived d = { { 1 }, 2 };
    struct base *b = (struct base *)&d;
    b->k = 7;
    check(d.b.k == 1 && ((struct derived *)b)->v == 2);
    return 0;
}
