// What a pointer one past an object is compared with: an entry of the ledger. Null pointers and
// addresses of whole objects need none.
int x, y;
int main(void) {
    int *p = &x, *q = &y, *null = 0;
    if (p == null || &x == &y)
        __builtin_abort();
    p++;
    if (p != q && q == p)
        __builtin_abort();
    return 0;
}
