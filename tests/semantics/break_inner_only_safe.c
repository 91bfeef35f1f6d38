// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i, j, n = 0;
    for (i = 0; i < 2; i++)
        for (j = 0; j < 5; j++) {
            if (j == 1) break;
            n++;
        }
    check(n == 2);
    return 0;
}
