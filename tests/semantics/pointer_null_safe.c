// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x, *p = &x;
    check(p != 0);
    return 0;
}
