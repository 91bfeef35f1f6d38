// inputs: 3
// after: units/anonymous_order.c
// C11 6.2.7p1: members of a union correspond in any order, also those without names.
void reach_error(void);
int __VERIFIER_nondet_int(void);
union u {
    struct {
        int a;
    };
    struct {
        long b;
    };
};
union u shared = {.b = 1};
long other(void);
int main(void) {
    shared.b = __VERIFIER_nondet_int();
    if (other() == 3)
        reach_error();
    return 0;
}
