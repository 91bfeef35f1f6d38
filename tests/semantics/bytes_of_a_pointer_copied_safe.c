// inputs:
// imprecise: eight bytes in a loop are more predicates than time
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = 1, y = 2, *p = &x, *q = &y;
    unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
        to[i] = from[i];
    check(*q == 1);
    return 0;
}
