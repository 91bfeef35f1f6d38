// inputs:
// options: --arch ilp32
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x;
    unsigned u = (unsigned)&x;
    check((int *)u == 0);
    return 0;
}
