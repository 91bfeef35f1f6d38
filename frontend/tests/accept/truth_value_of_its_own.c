// expect: ok
/* What the program itself computes is 0 or 1: the ledger need not say so. */
int input(void);
int main(void) {
    _Bool odd = input() & 1;
    return odd ? 1 : 0;
}
