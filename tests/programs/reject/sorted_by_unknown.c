// expect: `qsort` is not supported: it runs functions of the program
void reach_error(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int values[2] = {2, 1};

static void sort(int (*compare)(const void *, const void *)) {
    qsort(values, 2, sizeof values[0], compare);
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    sort(compare);
    return 0;
}
