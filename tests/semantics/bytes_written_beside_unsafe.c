// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { short a, b; };
int main(void) {
    struct pair p = {0x0102, 0x0304};
    unsigned char *c = (unsigned char *)&p;
    c[1] = 9;
    check(p.a == 0x0102 || p.b != 0x0304);
    return 0;
}
