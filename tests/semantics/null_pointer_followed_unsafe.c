// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(__SIZE_TYPE__);
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    *p = 1;
    *q = 2;
    check(*p == 2 || !q);
    return 0;
}
