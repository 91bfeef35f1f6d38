// inputs: 0
int __VERIFIER_nondet_int(void);
void reach_error(void);
int x = -1;
extern const int y __attribute__((alias("x")));
int main(void) {
    if (y > 0)
        reach_error();
    return 0 & __VERIFIER_nondet_int();
}
