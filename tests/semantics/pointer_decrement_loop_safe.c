// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[3] = { 1, 2, 3 }, *p = a + 3, n = 0;
    while (p != a) n += *--p;
    check(n == 6);
    return 0;
}
