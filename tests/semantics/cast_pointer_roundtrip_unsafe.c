// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    unsigned long u = (unsigned long)&a[1];
    int *p = (int *)u;
    check(p == a);
    return 0;
}
