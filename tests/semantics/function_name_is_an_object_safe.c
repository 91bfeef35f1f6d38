// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
// The names are objects of their own, one in each function, and constant (C11 6.4.2.2).
int main(void) {
    const char *name = __func__;
    int constant = _Generic(__func__, const char *: 1, default: 0);
    if (__VERIFIER_nondet_int() == 1 &&
        (name != __func__ || name[0] != 'm' || sizeof __func__ != 5 || !constant))
        reach_error();
    return 0;
}
