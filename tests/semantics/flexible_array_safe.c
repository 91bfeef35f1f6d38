// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
struct t { int n; int d[]; };
int main(void) {
    struct t *p = malloc(sizeof *p + 8);
    if (!p) return 0;
    p->n = 2;
    p->d[1] = 5;
    check(sizeof *p == 4 && p->n == 2 && p->d[1] == 5);
    return 0;
}
