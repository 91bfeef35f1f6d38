// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double far = 1e20, zero = 0;
    check((int)far == 7 && (int)(zero / zero) == 7);
    return 0;
}
