// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
int main(void) {
    int *p = malloc(2 * sizeof *p), *q;
    if (!p) return 0;
    p[0] = 5;
    p[1] = 6;
    q = realloc(p, 4 * sizeof *q);
    if (!q) return 0;
    q[2] = 7;
    check(q[0] == 5 && q[1] == 7);
    return 0;
}
