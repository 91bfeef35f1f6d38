// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    enum e { A, B } v = A;
    unsigned *p = (unsigned *)&v;
    *p = 1;
    check(v == A);
    return 0;
}
