// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int x = 3;
static int *p = &x;
int main(void) {
    x = 4;
    check(*p == 4);
    return 0;
}
