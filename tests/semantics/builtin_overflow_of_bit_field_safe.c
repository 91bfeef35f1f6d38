// inputs:
// imprecise: the front end refuses it
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static struct { int x : 3; } s;
int main(void) {
    check(__builtin_add_overflow_p(3, 5, s.x));
    return 0;
}
