// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i, last = 0;
    for (i = 0; i < 3; i++) {
        int x = 0;
        x++;
        last = x;
    }
    check(last == 1);
    return 0;
}
