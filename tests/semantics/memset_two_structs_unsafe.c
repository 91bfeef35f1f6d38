// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
struct t { int a; int b; };
int main(void) {
    struct t t[2] = { { 1, 2 }, { 3, 4 } };
    memset(t, 0, sizeof t);
    check(t[1].b == 4);
    return 0;
}
