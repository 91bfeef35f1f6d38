// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { struct { short lo, hi; } s; int i; } u;
    u.i = 0;
    u.s.hi = 1;
    check(u.s.hi == 1);
    return 0;
}
