// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
#define CONSTANT(e) (sizeof *(1 ? (void *)((long)(e) * 0L) : (int *)1) == sizeof(int))
static int zero(void) {
    return 0;
}
// gcc evaluates built-in functions at once where it can, and no others: only then is the product
// a null pointer constant.
static int kinds(char *const text, char *changes) {
    return CONSTANT(__builtin_strlen(text)) + CONSTANT(__builtin_strlen(changes)) * 2 +
           CONSTANT(zero()) * 4 + CONSTANT(__builtin_constant_p(2) ? 0 : zero()) * 8 +
           CONSTANT(1 ? 0 : zero()) * 16 + CONSTANT(__builtin_constant_p(2) ? zero() : 0) * 32 +
           CONSTANT(__builtin_constant_p(text) ? zero() : zero()) * 64;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    char text[] = "ab";
    if (n == 1 && kinds(text, text) != 8)
        reach_error();
    return 0;
}
