// expect: `qsort` is not supported: it runs functions of the program
void reach_error(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static volatile int values[2] = {2, 1};

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    qsort((void *)values, 2, sizeof values[0], compare);
    return 0;
}
