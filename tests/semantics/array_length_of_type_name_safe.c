// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 3;
    unsigned long size = sizeof(int[n++]);
    check(size == 12 && n == 4);
    return 0;
}
