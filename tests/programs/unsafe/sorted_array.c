// The error does not depend on what sorting does.
void reach_error(void);
int __VERIFIER_nondet_int(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int values[3];
static int sum, compared;

static int compare(const void *a, const void *b) {
    const int *left = a, *right = b;
    compared++;
    return (*left > *right) - (*left < *right);
}

int main(void) {
    int i;
    for (i = 0; i < 3; i++) {
        values[i] = __VERIFIER_nondet_int();
        sum ^= values[i];
    }
    qsort(values, 3, sizeof values[0], compare);
    values[0] = 7;
    if (sum == 42 && values[0] == 7)
        reach_error();
    return 0;
}
