// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
int main(void) {
    int *p = malloc(sizeof *p);
    if (p) {
        *p = 3;
        check(*p == 4);
    }
    return 0;
}
