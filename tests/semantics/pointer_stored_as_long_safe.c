// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static long slot;
int main(void) {
    int x = 1;
    slot = (long)&x;
    *(int *)slot = 6;
    check(x == 6);
    return 0;
}
