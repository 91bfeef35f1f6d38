// A loop that ends where its counter is an input, which is in a range.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 0 || n > 33)
        return 0;
    while (i != n) {
        if (i >= 32)
            reach_error();
        i++;
    }
}
