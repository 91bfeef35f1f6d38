// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
int main(void) {
    int *p = 0, i;
    for (i = 0; i < 2; i++) {
        int *q = malloc(4);
        if (!q) return 0;
        *q = i;
        if (i == 0) p = q;
    }
    check(*p == 1);
    return 0;
}
