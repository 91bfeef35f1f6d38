// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int x = 3;
int main(void) {
    int expected = 2;
    int done = __atomic_compare_exchange_n(&x, &expected, 5, 0, 5, 5);
    check(!done && expected == 3 && x == 3);
    return 0;
}
