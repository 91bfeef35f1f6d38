// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
// What is no integer constant expression is no null pointer constant, though its value is 0.
int main(void) {
    int n = __VERIFIER_nondet_int(), *p = &n;
    int kinds = _Generic(1 ? p : (void *)(0 && n), int *: 1, void *: 2) +
                _Generic(1 ? p : (void *)(1 ? 0 : n), int *: 10, void *: 20) +
                _Generic(1 ? p : (void *)(void *)0, int *: 100, void *: 200);
    if (n == 1 && kinds == 222)
        reach_error();
    return 0;
}
