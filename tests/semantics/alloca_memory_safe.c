// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int *p = __builtin_alloca(sizeof(int));
    *p = 3;
    check(*p == 3);
    return 0;
}
