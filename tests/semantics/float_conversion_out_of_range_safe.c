// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    double far = 1e18;
    check((long)far == 1000000000000000000);
    check((unsigned char)255.9 == 255 && (int)-2147483648.9 < 0 && (int)2147483647.9 > 0);
    return 0;
}
