// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

union t { int i; short s; };
static void clear(union t *t) { t->s = 0; }
int main(void) {
    union t a, b;
    a.i = 1;
    b.i = 3;
    clear(&a);
    check(b.i == 3);
    return 0;
}
