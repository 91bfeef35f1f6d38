// expect: error unsupported: `qsort` is not supported: it runs functions of the program
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int seen;
static int compare(const void *a, const void *b) {
    seen = 1;
    return a < b;
}
static void (*sort)(void *, unsigned long, unsigned long,
                    int (*)(const void *, const void *)) = qsort;
int main(void) {
    int numbers[2] = {2, 1};
    sort(numbers, 2, sizeof(int), compare);
    return seen;
}
