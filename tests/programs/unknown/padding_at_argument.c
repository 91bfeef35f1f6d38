// expect: approximation
// Numbers are in a row at an input that is handed over as an address.
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
struct padded {
    int a;
} __attribute__((aligned(8)));
struct padded from;
static void store(void *at) {
    int *p = at;
    p[0] = 3;
    p[1] = 1;
    *(struct padded *)p = from;
    if (p[1] != 1)
        reach_error();
}
int main(void) {
    void (*call)(unsigned long) = (void (*)(unsigned long))store;
    call(__VERIFIER_nondet_ulong());
    return 0;
}
