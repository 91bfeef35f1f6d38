// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    enum e { A = -1, B, C = 7, D };
    check(D == 8 && B == 1);
    return 0;
}
