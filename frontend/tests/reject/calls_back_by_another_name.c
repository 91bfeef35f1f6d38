// expect: error unsupported: `__tsearch` is not supported: it runs functions of the program
extern void *__tsearch(const void *, void **, int (*)(const void *, const void *));
static int seen;
static int compare(const void *a, const void *b) {
    seen = 1;
    return a < b;
}
int main(void) {
    void *tree = 0;
    __tsearch("a", &tree, compare);
    return seen;
}
