// What is left and what is done are what a number was that is computed from an input.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned length = __VERIFIER_nondet_uint() % 4096, left = length, done = 0;
    while (left > 0) {
        unsigned n = left > 16 ? 16 : left;
        done += n;
        left -= n;
    }
    if (done != length)
        reach_error();
}
