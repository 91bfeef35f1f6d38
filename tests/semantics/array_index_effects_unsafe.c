// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[3] = { 0, 0, 0 }, i = 0;
    a[i++] = 5;
    a[i] = 6;
    check(a[0] == 5 && a[1] == 6 && i == 0);
    return 0;
}
