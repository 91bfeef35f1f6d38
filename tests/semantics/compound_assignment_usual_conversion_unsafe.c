// inputs: 1
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = -2;
    x /= 2u;
    check(x == -1);
    return 0;
}
