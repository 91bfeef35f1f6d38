// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    check(__builtin_choose_expr(1, 2, 3) == 2);
    return 0;
}
