// inputs: 17
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { unsigned char lo : 4, hi : 4; } s = { 0, 3 }, *p = &s;
    p->lo = (unsigned char)in();
    check(p->hi == 3 && p->lo <= 15);
    return 0;
}
