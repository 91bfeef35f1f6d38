// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a[3]; } s = { { 1, 2, 3 } }, u;
    u = s;
    u.a[1] = 9;
    check(s.a[1] == 2 && u.a[2] == 3);
    return 0;
}
