// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
    int *p = malloc(4), *q;
    if (!p) return 0;
    *p = 5;
    q = realloc(p, 8);
    if (!q) return 0;
    check(*q == 4);
    return 0;
}
