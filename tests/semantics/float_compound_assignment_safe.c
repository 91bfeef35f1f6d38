// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i = 3;
    unsigned char c = 250;
    i += 0.5;
    i *= 1.5;
    c += 3.7;
    check(i == 4 && c == 253);
    return 0;
}
