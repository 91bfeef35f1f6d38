// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[2] = { 1, 2 }, *p = a;
    int x = ++*p;
    check(x == 2 && a[0] == 2 && p == a);
    return 0;
}
