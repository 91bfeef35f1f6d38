// What is copied through typed pointers is taken to be objects of the type: an entry of the ledger.
// The address of a variable needs none.
void *memcpy(void *, const void *, unsigned long);
struct pair {
    int a, b;
};
int main(void) {
    struct pair x = {1, 2}, y;
    memcpy(&y, &x, sizeof y);
    struct pair *p = &x;
    memcpy(&y, p, sizeof y);
    if (y.b != 2)
        __builtin_abort();
    return 0;
}
