// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[2] = { 2, 1 };
    qsort(v, 2, sizeof v[0], order);
    check(v[0] == 2);
    return 0;
}
