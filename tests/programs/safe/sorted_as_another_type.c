/* Elements are exchanged byte by byte where types say different things; the rest stays. */
void reach_error(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static float values[2] = {2, 1};
static int other = 5;

static int compare(const void *a, const void *b) {
    const float *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

int main(void) {
    qsort((int *)(void *)values, 2, sizeof values[0], compare);
    if (other != 5) reach_error();
    return 0;
}
