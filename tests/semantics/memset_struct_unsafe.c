// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
int main(void) {
    struct { int a; short b; } s = { 1, 2 };
    memset(&s, 0, sizeof s);
    check(s.a == 0 && s.b == 2);
    return 0;
}
