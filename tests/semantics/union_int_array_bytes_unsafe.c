// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    union { unsigned i; unsigned char b[4]; } u;
    u.i = 0;
    u.b[1] = 1;
    check(u.i == 0);
    return 0;
}
