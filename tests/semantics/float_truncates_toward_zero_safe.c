// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double d = -2.9;
    check((int)d == -2 && (unsigned)(-d) == 2);
    return 0;
}
