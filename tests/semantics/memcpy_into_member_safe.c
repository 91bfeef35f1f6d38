// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
struct s { int a, b; };
struct t { int k; struct s s; };
int main(void) {
    struct s s = { 1, 2 };
    struct t t = { 5, { 6, 7 } };
    memcpy(&t.s, &s, sizeof s);
    check(t.k == 5 && t.s.b == 2);
    return 0;
}
