// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int k; int v; };
int main(void) {
    struct t d = { 1, 2 };
    *(int *)&d = 7;
    check(d.k == 1);
    return 0;
}
