// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned char c = 255;
    __typeof__(c) d = c + 1;
    check(d == 256);
    return 0;
}
