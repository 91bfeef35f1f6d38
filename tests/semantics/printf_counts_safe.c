// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int printf(const char *, ...);
int main(void) {
    int n = 0;
    printf("abc%n", &n);
    check(&n != 0);
    return 0;
}
