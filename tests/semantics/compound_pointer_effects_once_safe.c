// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[3] = { 1, 2, 3 }, i = 0;
    a[i++] += 10;
    check(i == 1 && a[0] == 11);
    return 0;
}
