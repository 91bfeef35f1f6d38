// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 0;
    int y = ({ n++; n; }) + ({ n++; n; });
    check(n == 2 && y == 3);
    return 0;
}
