// inputs:
// imprecise: copying other than whole objects of one type makes memory unknown
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memcpy(void *, const void *, unsigned long);
struct a { int *p; };
struct b { unsigned char *p; };
int main(void) {
    int x = 5;
    struct a a = { &x };
    struct b b;
    memcpy(&b, &a, sizeof b);
    *b.p = 1;
    check(x == 5);
    return 0;
}
