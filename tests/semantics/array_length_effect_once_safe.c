// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 3;
    int a[n++];
    a[0] = sizeof a;
    check(n == 4 && a[0] == 12);
    return 0;
}
