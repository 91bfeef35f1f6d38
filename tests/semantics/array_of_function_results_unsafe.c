// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static int id(int i) { g++; return i; }
int main(void) {
    int a[2] = { 1, 2 };
    a[id(1)] += 5;
    check(g == 2 && a[1] == 7);
    return 0;
}
