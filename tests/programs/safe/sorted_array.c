// What sorting leaves alone: objects beside the array, what the comparison does not write, and
// that elements are among those which the array had.
void reach_error(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));

struct row {
    int before;
    int values[3];
    int after;
};
static struct row row = {1, {30, 10, 20}, 2};
static const int *last;
static int compared;

static int compare(const void *a, const void *b) {
    const int *left = a, *right = b;
    last = left;
    compared = 1;
    return (*left > *right) - (*left < *right);
}

int main(void) {
    qsort(row.values, 3, sizeof row.values[0], compare);
    if (row.before != 1 || row.after != 2)
        reach_error();
    if (last && (last < row.values || last >= row.values + 3))
        reach_error();
    if (compared != 0 && compared != 1)
        reach_error();
    return 0;
}
