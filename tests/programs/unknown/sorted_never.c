// expect: how often and in which order a library function calls
// The comparison waits for ever.
void reach_error(void);
int __VERIFIER_nondet_int(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int values[3] = {3, 1, 2};
static int waits = 1;

static int compare(const void *a, const void *b) {
    while (waits)
        ;
    return 0;
}

int main(void) {
    if (__VERIFIER_nondet_int() == 1)
        qsort(values, 3, sizeof values[0], compare);
    else
        return 0;
    reach_error();
    return 0;
}
