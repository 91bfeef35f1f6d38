// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    if (x == 1 && __builtin_clz(x) != 31)
        reach_error();
    return 0;
}
