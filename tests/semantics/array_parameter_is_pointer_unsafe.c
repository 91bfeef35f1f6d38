// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int size(int a[10]) { a[0] = 4; return sizeof a; }
int main(void) {
    int a[10] = { 0 };
    check(size(a) == 40 && a[0] == 4);
    return 0;
}
