// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned char x = 255;
    x >>= 1;
    signed char y = -128;
    y >>= 1;
    check(x == 127 && y == -64);
    return 0;
}
