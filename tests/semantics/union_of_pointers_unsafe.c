// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 5;
    union { int *i; char *c; } u;
    u.i = &x;
    *u.c = 1;
    check(x == 5);
    return 0;
}
