// inputs:
// imprecise: 128-bit values are unknown
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    __int128 x = 1;
    x <<= 100;
    check(x == 0);
    return 0;
}
