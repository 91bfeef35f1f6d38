// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
// A field of 32 bits has a type of 32 bits, although `long long` was declared.
struct fields {
    unsigned long long natural : 32;
    long long integer : 32;
};
int main(void) {
    struct fields s;
    int x = __VERIFIER_nondet_int() & 1;
    s.natural = 0xfffffffe + x;
    s.integer = 0x7fffffff;
    if (!(s.natural + 1 == (x ? 0 : 0xffffffff) && s.natural << 4 < 0xffffffff && ++s.natural + 1 < 2 && s.integer + 1 < 0 && (s.integer = -1) > 1u))
        reach_error();
    return 0;
}
