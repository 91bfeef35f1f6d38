// inputs:
// imprecise: bytes of other objects are unknown
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 5, *p = &x, *q;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    unsigned i;
    for (i = 0; i < sizeof p; i++) to[i] = from[i];
    *q = 1;
    check(x == 5);
    return 0;
}
