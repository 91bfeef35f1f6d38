// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct t { int a, b; };
int main(void) {
    struct t s = { 1, 2 };
    unsigned long u = (unsigned long)&s + 4;
    *(int *)u = 5;
    check(s.a == 1 && s.b == 2);
    return 0;
}
