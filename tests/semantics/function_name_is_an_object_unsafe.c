// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
// The names are objects of their own, and no string literals (C11 6.4.2.2).
int main(void) {
    const char *name = __func__, *other = __FUNCTION__, *text = "main";
    if (__VERIFIER_nondet_int() == 1 && name != text && name != other)
        reach_error();
    return 0;
}
