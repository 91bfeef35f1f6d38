// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { enum { P = 4, Q } e; } s = { Q };
    _Static_assert(sizeof(s) == 4, "size");
    check(s.e == 5);
    return 0;
}
