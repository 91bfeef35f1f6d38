// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned x = 0;
    check(_Generic(x, int: 1, unsigned: 2, default: 3) == 2);
    return 0;
}
