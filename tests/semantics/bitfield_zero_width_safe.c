// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { unsigned a : 3; unsigned : 0; unsigned b : 3; };
    check(sizeof(struct t) == 8);
    return 0;
}
