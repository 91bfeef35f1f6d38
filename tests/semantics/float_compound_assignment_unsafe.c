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
    check(i == 5);
    return 0;
}
