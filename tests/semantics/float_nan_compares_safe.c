// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double zero = 0, none = zero / zero;
    check(none != none && !(none < 1) && !(none >= 1));
    return 0;
}
