// inputs: 1
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a : 4; int b : 4; } s = { 1, 2 }, u;
    u = s;
    s.a = 3;
    check(u.a == 3 && u.b == 2);
    return 0;
}
