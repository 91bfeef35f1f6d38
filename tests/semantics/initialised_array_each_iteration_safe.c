// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i, last = 0;
    for (i = 0; i < 3; i++) {
        int a[2] = { 0 };
        a[i & 1]++;
        last = a[0];
    }
    check(last == 1);
    return 0;
}
