// expect: approximation
// Numbers are in a row at an input that a union makes an address of.
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
struct padded {
    int a;
} __attribute__((aligned(8)));
struct padded from;
union number {
    unsigned long n;
    int *p;
};
int main(void) {
    union number number;
    number.n = __VERIFIER_nondet_ulong();
    int *p = number.p;
    p[0] = 3;
    p[1] = 1;
    *(struct padded *)p = from;
    if (p[1] != 1)
        reach_error();
    return 0;
}
