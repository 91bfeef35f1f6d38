// expect: members of a union that show the same bits differently
// As variables, as elements of an array, as the result of a function, and without a value.
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
union u {
    unsigned u;
    struct {
        unsigned short lo, hi;
    } s;
};
extern union u one, more[4];
union u get(void);
int main(void) {
    union u got, none;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        if (one.s.lo != (one.u & 0xffff))
            reach_error();
        break;
    case 1: {
        unsigned k = __VERIFIER_nondet_int();
        if (k < 4 && more[k].s.hi != more[k].u >> 16)
            reach_error();
        break;
    }
    case 2:
        got = get();
        if (got.s.lo != (got.u & 0xffff))
            reach_error();
        break;
    default:
        if (none.s.lo != (none.u & 0xffff))
            reach_error();
        break;
    }
    return 0;
}
