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
    memset((int *)&t, 0, 8);
    check(&t.a == (int *)&t);
    return 0;
}
