// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[5] = { [1] = 1, 2, [0] = 7 };
    check(a[0] == 7 && a[2] == 2 && a[3] == 0);
    return 0;
}
