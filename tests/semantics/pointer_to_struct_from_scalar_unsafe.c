// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int k; };
int main(void) {
    int x = 1;
    ((struct t *)&x)->k = 7;
    check(x == 1);
    return 0;
}
