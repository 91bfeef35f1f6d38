// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
int main(void) {
    int x = 3, *px = &x;
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    *p = 1;
    check(*px == 1);
    return 0;
}
