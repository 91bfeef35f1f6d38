// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    _Bool v = 1;
    char *c = (char *)&v;
    check(*c == 1);
    *c = 0;
    check(!v);
    return 0;
}
