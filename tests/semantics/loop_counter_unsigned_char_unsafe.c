// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned char c = 0;
    int n = 0;
    do { c += 64; n++; } while (c != 0);
    check(n == 1);
    return 0;
}
