// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int a[] = { 1, [3] = 9 };
int main(void) {
    check(sizeof a / sizeof a[0] == 4 && a[2] == 0 && a[3] == 0);
    return 0;
}
