// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    long a[4], *p = a, *q = &a[3];
    check(q - p == 24 && (char *)q - (char *)p == 24);
    return 0;
}
