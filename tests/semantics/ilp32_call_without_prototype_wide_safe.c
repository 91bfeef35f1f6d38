// inputs:
// options: --arch ilp32
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// Without a prototype, two words arrive as one wide argument.
static int high();
int main(void) {
    int x = high(3, 7);
    check((x & 0) == 0);
    return 0;
}
static int high(x) long long x; { return (int)(x >> 32); }
