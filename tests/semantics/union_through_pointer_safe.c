// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

union t { unsigned i; unsigned short s; };
static void clear(union t *t) { t->s = 0; }
int main(void) {
    union t t;
    t.i = 0xffffffff;
    clear(&t);
    check(t.s == 0);
    return 0;
}
