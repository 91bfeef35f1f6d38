// What is found is the element itself.
void reach_error(void);
int __VERIFIER_nondet_int(void);
void *bsearch(const void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__,
              int (*)(const void *, const void *));
struct entry {
    int number;
    int used;
};
static struct entry table[3] = {{1, 0}, {5, 0}, {9, 0}};

static int compare(const void *a, const void *b) {
    const int *number = a;
    const struct entry *entry = b;
    return (*number > entry->number) - (*number < entry->number);
}

int main(void) {
    int number = __VERIFIER_nondet_int();
    struct entry *found = bsearch(&number, table, 3, sizeof table[0], compare);
    if (found)
        found->used = 1;
    if (table[2].used)
        reach_error();
    return 0;
}
