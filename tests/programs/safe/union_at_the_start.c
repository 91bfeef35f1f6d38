// options: --entry probe
// Nobody has written the register: its members are the same bits.
extern void reach_error(void);
union reg {
    unsigned value;
    struct {
        unsigned enable : 1, mode : 3, rest : 28;
    } bits;
};
int probe(union reg *r) {
    if (r->value == 0 && r->bits.enable)
        reach_error();
    return 0;
}
