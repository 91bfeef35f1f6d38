// A function of the verifier that gets an address, or a number that may be one, is as any other.
void reach_error(void);
int __VERIFIER_nondet_fill(int *);
unsigned long __VERIFIER_nondet_ul(unsigned long);
static int second(int a, int b) { return b; }
int main(void) {
    int v = 1, w = 1;
    if (second(__VERIFIER_nondet_fill(&v), v) != v)
        reach_error();
    __VERIFIER_nondet_ul((unsigned long)&w);
    return 0;
}
