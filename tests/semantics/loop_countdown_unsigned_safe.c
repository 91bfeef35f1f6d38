// inputs: 0
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    unsigned i;
    int n = 0;
    for (i = 2; i + 1 > 0; i--) n++;
    check(n == 3);
    return 0;
}
