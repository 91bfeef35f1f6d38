// Other executions divide by 0, or shift too far; these do not.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 10 / x;
    int n = __VERIFIER_nondet_int();
    unsigned z = 1u << n;
    if (y == 0 && z >= 0x80000000u)
        reach_error();
    return 0;
}
