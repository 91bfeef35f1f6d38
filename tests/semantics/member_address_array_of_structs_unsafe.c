// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a, b; };
int main(void) {
    struct t v[2] = { { 1, 2 }, { 3, 4 } };
    int *p = &v[1].a;
    *p = 9;
    check(v[0].a == 1 && v[1].a == 3);
    return 0;
}
