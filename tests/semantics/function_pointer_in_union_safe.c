// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int set(int x) { g = x; return x; }
int main(void) {
    union { int (*f)(int); void (*h)(int); } u;
    u.f = set;
    u.h(7);
    check(u.f != 0);
    return 0;
}
