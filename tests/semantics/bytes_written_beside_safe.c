// inputs:
// imprecise: a write to bytes makes memory unknown
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int a = 5, b = 6, *p = &b;
    unsigned char *bytes = (unsigned char *)&a;
    bytes[1] = 1;
    check(*p == 6 && a == 261);
    return 0;
}
