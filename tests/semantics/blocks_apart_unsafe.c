// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
int main(void) {
    int *p = malloc(sizeof(int)), *q = malloc(2 * sizeof(int));
    if (!p || !q)
        return 0;
    *p = 1;
    q[0] = 4;
    q[1] = 5;
    check(*p == 5);
    return 0;
}
