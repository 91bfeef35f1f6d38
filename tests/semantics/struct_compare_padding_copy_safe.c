// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { char c; int i; } a = { 1, 2 }, b = a;
    a.c = 9;
    check(b.c == 1 && b.i == 2);
    return 0;
}
