// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The range of one array ends where the next one may begin. */
static struct {
    int a[20];
    int b;
} s = { { 0 }, 5 };
int main(void) {
    int i = 19;
    s.a[i] = 1;
    check(s.b == 5);
    check(s.a[19] == 1);
    return 0;
}
