// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { unsigned i; unsigned char b[4]; } u;
    unsigned char *p = u.b;
    u.i = 0;
    p[1] = 1;
    check(u.i == 0);
    return 0;
}
