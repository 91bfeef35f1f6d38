// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct in_ { int a, b; };
    struct t { char c; struct in_ i[2]; };
    check(__builtin_offsetof(struct t, i[1].b) == 16);
    return 0;
}
