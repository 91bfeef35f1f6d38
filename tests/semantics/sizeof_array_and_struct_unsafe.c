// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { char a; short b; char c; };
    char v[7];
    check(sizeof v == 7 && sizeof(struct t) == 4);
    return 0;
}
