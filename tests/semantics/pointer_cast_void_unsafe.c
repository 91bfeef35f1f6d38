// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1;
    void *v = &x;
    *(int *)v = 4;
    check(x == 1);
    return 0;
}
