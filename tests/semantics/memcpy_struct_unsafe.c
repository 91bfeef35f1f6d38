// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
int main(void) {
    struct t { int a, b; } s = { 1, 2 }, u = { 3, 4 };
    memcpy(&u, &s, sizeof u);
    s.a = 9;
    check(u.a == 3 && u.b == 2);
    return 0;
}
