// inputs: -2
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char *c = (unsigned char *)&x;
    int low = c[0], high = c[3];
    if (x == -2)
        check(low == 0xfe && high == 0xff);
    return 0;
}
