// The key comes first, an element second; what is found is an element that fits.
void reach_error(void);
int __VERIFIER_nondet_int(void);
void *bsearch(const void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__,
              int (*)(const void *, const void *));
static int values[3] = {1, 2, 3};
static int key;

static int compare(const void *a, const void *b) {
    const int *left = a, *right = b;
    if (left != &key || right < values || right >= values + 3)
        reach_error();
    return (*left > *right) - (*left < *right);
}

int main(void) {
    int *found;
    key = __VERIFIER_nondet_int();
    found = bsearch(&key, values, 3, sizeof values[0], compare);
    if (found && *found != key)
        reach_error();
    return 0;
}
