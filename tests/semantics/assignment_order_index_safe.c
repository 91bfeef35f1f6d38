// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int i;
static int next(void) { return i++; }
int main(void) {
    int a[2] = { 0, 0 };
    a[0] = next();
    a[1] = next();
    check(a[1] == 1 && i == 2);
    return 0;
}
