// inputs:
// options: --arch ilp32
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { char c; long long l; };
    check(sizeof(struct t) == 16 && __builtin_offsetof(struct t, l) == 4);
    return 0;
}
