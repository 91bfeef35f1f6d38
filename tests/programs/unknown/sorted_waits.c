// expect: how often and in which order a library function calls
// Sorted, the program waits for ever.
void reach_error(void);
int __VERIFIER_nondet_int(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int values[3] = {3, 1, 2};

static int compare(const void *a, const void *b) {
    const int *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

int main(void) {
    qsort(values, 3, sizeof values[0], compare);
    while (values[0] == 1)
        ;
    reach_error();
    return 0;
}
