// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double zero = 0, none = zero / zero;
    check(none == none);
    return 0;
}
