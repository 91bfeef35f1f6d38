// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x, y;
    int *p = &x, *q = &y;
    check(p == q);
    return 0;
}
