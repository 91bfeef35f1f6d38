// A loop that ends where its counter is an input, which is in a range.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 1 || n > 32)
        return 0;
    i = 0;
    do {
        if (i >= 32)
            reach_error();
        i++;
    } while (i != n);
}
