// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static const int a[3] = { 1, 2, 3 };
int main(void) {
    int i = 2;
    check(a[i] == 3);
    return 0;
}
