// Structures that are assigned and may overlap: an entry of the ledger. Those that are variables of
// their own need none.
struct pair {
    int a, b;
};
int words[4];
int main(void) {
    struct pair x = {1, 2}, y;
    struct pair *p = (struct pair *)words, *q = (struct pair *)(words + 1);
    y = x;
    *q = *p;
    if (y.b != 2)
        __builtin_abort();
    return 0;
}
