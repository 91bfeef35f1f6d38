// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x;
    unsigned char c;
    x = c = 300;
    check(x == 44);
    return 0;
}
