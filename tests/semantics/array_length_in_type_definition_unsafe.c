// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int n = 3;
    typedef char row[n];
    n = 9;
    row a;
    check(sizeof a == 9);
    return 0;
}
