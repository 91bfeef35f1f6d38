// Nothing is read from memory; where the pointer points to is an assumption all the same.
void reach_error(void);
void *__VERIFIER_nondet_pointer(void);
int x;
int main(void) {
    char *p = __VERIFIER_nondet_pointer();
    *p = 1;
    if (x)
        reach_error();
    return 0;
}
