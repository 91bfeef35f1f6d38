// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float zero = 0, none = zero / zero;
    int true = 0;
    if (none)
        true = 1;
    check(true && !!none);
    return 0;
}
