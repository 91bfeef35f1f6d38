// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double a = 0.1, b = 0.2;
    check(a + b == 0.3);
    return 0;
}
