// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i, n = 0;
    for (i = 0; i < 4; i++) {
        if (i == 1) continue;
        n++;
    }
    check(n == 3);
    return 0;
}
