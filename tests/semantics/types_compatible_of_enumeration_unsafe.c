// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* gcc 12 compares a qualified enumeration with its integer type as if it had no qualifiers. */
enum e { A, B };
int main(void) {
    check(!__builtin_types_compatible_p(const enum e *, unsigned *));
    return 0;
}
