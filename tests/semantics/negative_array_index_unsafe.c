// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a[3] = { 1, 2, 3 }, *p = &a[2];
    check(p[-2] == 3);
    return 0;
}
