// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int sum = 0;
    for (int i = 1; i < 4; i++) {
        int a[i];
        a[i - 1] = i;
        sum += a[i - 1] + (int)(sizeof a / sizeof *a);
    }
    check(sum == 9);
    return 0;
}
