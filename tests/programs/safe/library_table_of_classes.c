// The table behind the macros of ctype.h, as glibc has it in the locale in which programs start.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern const unsigned short int **__ctype_b_loc(void);
#define is(c, bits) ((*__ctype_b_loc ())[(int) ((c))] & (unsigned short int) (bits))
int main(void) {
    int space = __VERIFIER_nondet_int(), digit = __VERIFIER_nondet_int();
    int letter = __VERIFIER_nondet_int();
    if (space != 32 || digit < 48 || digit > 57 || letter < 97 || letter > 122)
        return 0;
    check(is(space, 8192) && is(digit, 2048) && is(letter, 512) && is(letter, 1024));
    check(!is(33, 8192) && !is(65, 2048));
    check(!is(200, 2048) && !is(-1, 65535));
    return 0;
}
