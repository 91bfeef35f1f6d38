// inputs:
// imprecise: floating values are unknown
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = (int)2.9;
    check(x == 3);
    return 0;
}
