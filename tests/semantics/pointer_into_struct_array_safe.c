// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int n; int d[2]; int m; };
int main(void) {
    struct t t = { 1, { 2, 3 }, 4 };
    int *p = t.d;
    p[1] = 8;
    check(t.d[1] == 8 && t.m == 4);
    return 0;
}
