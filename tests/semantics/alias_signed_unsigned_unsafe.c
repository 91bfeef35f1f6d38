// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1;
    unsigned *u = (unsigned *)&x;
    *u = 4294967295u;
    check(x == 1);
    return 0;
}
