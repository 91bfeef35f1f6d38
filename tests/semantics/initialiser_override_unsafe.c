// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[2] = { 1, 2, [0] = 5 };
    check(a[0] == 1 && a[1] == 2);
    return 0;
}
