// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { unsigned a : 20; unsigned b : 20; };
    check(sizeof(struct t) == 8);
    return 0;
}
