// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    register int x = 3;
    auto int y = x + 1;
    check(y == 4);
    return 0;
}
