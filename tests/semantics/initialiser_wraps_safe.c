// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned char c = 300;
    signed char d = 200;
    check(c == 44 && d == -56);
    return 0;
}
