// inputs: 1
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    float f = __VERIFIER_nondet_int();
    unsigned char *c = (unsigned char *)&f;
    if (f == 1)
        check(c[3] != 0x3f);
    c[3] = 0xbf;
    return 0;
}
