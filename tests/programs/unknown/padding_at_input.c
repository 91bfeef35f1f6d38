// expect: approximation
// Numbers at an address that is an input are in a row.
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
struct padded {
    int a;
} __attribute__((aligned(8)));
struct padded from;
int main(void) {
    int *p = (int *)__VERIFIER_nondet_ulong();
    p[0] = 3;
    p[1] = 1;
    *(struct padded *)p = from;
    if (p[1] != 1)
        reach_error();
    return 0;
}
