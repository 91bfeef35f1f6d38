// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int sum(int n, ...) { return n; }
int main(void) {
    check(sum(3, 1, 2) == 3);
    return 0;
}
