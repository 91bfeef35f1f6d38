// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static struct { char c; int *p; int a[2]; } s;
int main(void) {
    check(g == 0 && s.p == 0 && s.a[1] == 1);
    return 0;
}
