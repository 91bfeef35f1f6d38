// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 2;
    int a[n], b[n];
    a[0] = 1;
    b[0] = 2;
    check(a[0] == 1);
    return 0;
}
