// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
int x = -1;
extern unsigned y __attribute__((alias("x")));
int main(void) {
    if (y > __VERIFIER_nondet_int())
        reach_error();
    return 0;
}
