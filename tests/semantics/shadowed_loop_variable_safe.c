// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i = 7, n = 0;
    for (int i = 0; i < 2; i++) n += i;
    check(n == 1 && i == 7);
    return 0;
}
