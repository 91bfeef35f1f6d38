// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float zero = 0, minus = 0 - zero;
    check(1 / minus > 0);
    return 0;
}
