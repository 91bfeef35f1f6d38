/* What a plain format converts is an input, and the number of conversions is returned. */
void reach_error(void);
int scanf(const char *, ...);
int main(void) {
    int a = 0;
    long b = 0;
    if (scanf("%d %ld", &a, &b) != 2) return 1;
    if (a == 3 && b == 1000) reach_error();
    return 0;
}
