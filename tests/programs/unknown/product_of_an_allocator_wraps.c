// expect: a spurious counterexample gave no new predicates
/* Nobody yields a block of more bytes than there are addresses, though the product wraps to 0. */
typedef unsigned long size_t;
extern void reach_error(void);
extern void *calloc(size_t count, size_t size);
int main(void) {
    size_t n = (size_t)1 << (sizeof(long) * 4);
    char *p = calloc(n, n);
    if (p != 0)
        reach_error();
    return 0;
}
