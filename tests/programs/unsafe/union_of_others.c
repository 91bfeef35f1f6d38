// The members are together what the inputs make them, one after the other.
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
union u {
    unsigned u;
    struct {
        unsigned short lo, hi;
    } s;
};
union u get(void);
int main(void) {
    for (int i = 0; i < 2; i++) {
        union u got = get();
        if (i == 0 && got.u != 0x10002)
            return 0;
        if (i == 1 && got.s.lo == 7 && got.s.hi == 3)
            reach_error();
    }
    return 0;
}
