/* What no initialiser writes is zero, however much that is. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
int table[100000];
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 100000 && table[i]) reach_error();
    return 0;
}
