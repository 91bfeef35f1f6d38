// inputs: 1
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = -2;
    x /= 2u;
    check(x == 2147483647);
    return 0;
}
