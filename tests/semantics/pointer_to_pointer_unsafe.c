// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1, y = 2, *p = &x, **q = &p;
    *q = &y;
    **q = 5;
    check(x == 1 && y == 2 && p == &y);
    return 0;
}
