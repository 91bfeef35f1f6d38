// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    if (x == 0 && __builtin_clz(x) != 32)
        reach_error();
    return 0;
}
