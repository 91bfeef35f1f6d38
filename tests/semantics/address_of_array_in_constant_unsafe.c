// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct s {
    int a[3];
};
static const struct s c = {{1, 2, 3}};
int main(void) {
    // The elements of a member of a constant structure are constant.
    if (_Generic(&c.a, int (*)[3]: 1, const int (*)[3]: 3) == __VERIFIER_nondet_int())
        reach_error();
    return 0;
}
