// options: --entry probe
// 0b0101 is a value with these members.
extern void reach_error(void);
union reg {
    unsigned value;
    struct {
        unsigned enable : 1, mode : 3, rest : 28;
    } bits;
};
int probe(union reg *r) {
    if (r->value < 8 && r->bits.enable && r->bits.mode == 2)
        reach_error();
    return 0;
}
