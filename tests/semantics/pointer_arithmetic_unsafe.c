// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[4] = { 1, 2, 3, 4 }, *p = a;
    p += 2;
    check(*p == 3 && p[-1] == 2 && *(p + 1) == 2);
    return 0;
}
