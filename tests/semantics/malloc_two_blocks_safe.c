// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
int main(void) {
    int *p = malloc(4), *q = p;
    if (!p) return 0;
    *p = 1;
    *q = 2;
    check(*p == 2);
    return 0;
}
