// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double least = 4.9406564584124654e-324;
    float small = 1.17549435e-38f;
    check(least > 0 && least / 2 == 0 && small / 2 > 0);
    return 0;
}
