// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
struct t { int a; int b; };
int main(void) {
    struct t t = { 1, 2 };
    memset(&t, 0, sizeof t.a + sizeof t.b);
    check(t.b == 0);
    return 0;
}
