// expect: a spurious counterexample gave no new predicates
/* All bytes but one are no block either: it would begin at 0 or end behind the addresses. */
typedef unsigned long size_t;
extern void reach_error(void);
extern void *calloc(size_t count, size_t size);
int main(void) {
    size_t n = 1;
    int most = -1;
    char *p = calloc(n, most);
    if (p != 0)
        reach_error();
    return 0;
}
