// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 3;
    int a[n++];
    n = 7;
    check(sizeof a == 7 * sizeof(int));
    return 0;
}
