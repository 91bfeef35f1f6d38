// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double d = 9223372036854775808.0;
    check((unsigned long)d == 1ul << 63);
    return 0;
}
