// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
enum { NOTHING };
int main(void) {
    int n = __VERIFIER_nondet_int(), *p = &n;
    int kinds = _Generic(1 ? p : (void *)0, int *: 1, void *: 2) +
                _Generic(1 ? p : (void *)((long)5 * 0l), int *: 10, void *: 20) +
                _Generic(1 ? p : (void *)(n * 0l), int *: 100, void *: 200) +
                _Generic(1 ? p : (void *)NOTHING, int *: 1000, void *: 2000);
    if (kinds != 1211 || sizeof(*(1 ? (void *)(n * 0l) : (int *)1)) != 1)
        reach_error();
    return 0;
}
