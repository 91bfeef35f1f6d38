// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int k; union { int a; char *b; }; struct { int x, y; }; };
int main(void) {
    struct t t = { 1, { 2 }, { 3, 4 } };
    t.x = 7;
    check(t.a == 2 && t.x == 7 && t.y == 4);
    return 0;
}
