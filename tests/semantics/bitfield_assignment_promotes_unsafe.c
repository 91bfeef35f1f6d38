// inputs: 3
int __VERIFIER_nondet_int(void);
void reach_error(void);
// The value of an assignment to a narrow field is promoted to `int`, as that of the field is, whatever type was declared.
struct fields {
    unsigned narrow : 5;
    unsigned long long wide_type : 31;
};
int main(void) {
    struct fields s;
    int x = __VERIFIER_nondet_int() & 7;
    if ((s.narrow = x) - 10 < 0 && ++s.narrow - 10 < 0 && s.narrow++ - 10 < 0 && (s.wide_type = x) - 10 < 0 && (s.wide_type += 1) > -1)
        reach_error();
    return 0;
}
