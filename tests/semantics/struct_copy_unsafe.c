// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a, b; } s = { 1, 2 }, u;
    u = s;
    u.a = 5;
    check(s.a == 5 && u.b == 2);
    return 0;
}
