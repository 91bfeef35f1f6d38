// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(__SIZE_TYPE__);
int main(void) {
    int *p = malloc(4 * sizeof *p), i;
    for (i = 0; i < 4; i++)
        p[i] = i;
    check(p == 0);
    return 0;
}
