// promise: nonnull
// A model of `qsort` takes its place: what is promised of its arguments holds all the same.
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *))
    __attribute__((nonnull(1, 4)));
static int array[2];
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    qsort(array, 2, sizeof *array, compare);
    return array[0];
}
