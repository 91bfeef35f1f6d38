/* An input that a mask leaves few values of, in a loop. */
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int() & 15, c = 0;
    while (x) {
        x &= x - 1;
        c++;
    }
    if (c > 4) reach_error();
    return 0;
}
