// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a, b; };
static int sum(struct t t) { return t.a + t.b; }
int main(void) {
    int *p = (int[]){ 1, 2 };
    check(sum((struct t){ 3, 4 }) == 7 && p[1] == 2);
    return 0;
}
