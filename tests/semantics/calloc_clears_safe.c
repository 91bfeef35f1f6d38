// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
int main(void) {
    int *p = calloc(1000, sizeof *p);
    if (!p) return 0;
    p[3] = 1;
    check(p[2] == 0 && p[3] == 1 && p[999] == 0);
    return 0;
}
