// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double zero = 0, minus = -zero;
    check(minus != zero || !(1 / minus < 0));
    return 0;
}
