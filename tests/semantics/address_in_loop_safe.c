// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i, *last = 0, n = 0;
    for (i = 0; i < 3; i++) {
        int x = i;
        last = &x;
        n += *last;
    }
    check(n == 3);
    return 0;
}
