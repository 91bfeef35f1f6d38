// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
int main(void) {
    int *p = calloc(1, sizeof *p);
    if (p) check(*p == 0 || *p != 0);
    if (p) check(p != 0);
    return 0;
}
