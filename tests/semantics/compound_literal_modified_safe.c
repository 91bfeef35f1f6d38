// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int i, r = 0;
    for (i = 0; i < 2; i++) {
        int *p = &(int){ 0 };
        ++*p;
        r = *p;
    }
    check(r == 1);
    return 0;
}
