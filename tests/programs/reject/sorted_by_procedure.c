// expect: `qsort` is not supported: it runs functions of the program
void reach_error(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int values[2] = {2, 1};

int main(void) {
    qsort(values, 2, sizeof values[0], (int (*)(const void *, const void *))reach_error);
    return 0;
}
