union u {
    struct {
        long b;
    };
    struct {
        int a;
    };
};
extern union u shared;
long other(void) {
    return shared.b;
}
