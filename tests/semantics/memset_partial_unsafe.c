// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = { 5, 6 };
    memset(a, 0, sizeof a[0]);
    check(a[0] == 5);
    return 0;
}
