// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[3] = { 1, 2, 3 }, *p = a + 2;
    int k = -1;
    check(p[k] == 2);
    return 0;
}
