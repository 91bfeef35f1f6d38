// expect: how often and in which order a library function calls
// Whoever is compared ends the run.
void reach_error(void);
int __VERIFIER_nondet_int(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int values[3] = {3, 1, 2};
void exit(int);

static int compare(const void *a, const void *b) {
    exit(0);
    return 0;
}

int main(void) {
    qsort(values, 3, sizeof values[0], compare);
    reach_error();
    return 0;
}
