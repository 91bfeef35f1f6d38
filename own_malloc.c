#include <stddef.h>
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void free(void *p) { }
static char heap[100000]; static size_t used;
int calls;
void *malloc(size_t n) { calls++; void *p = heap + used; used += (n + 15) & ~15ul; return used < sizeof heap ? p : 0; }
void reach_error(void);
int a[1000];
static int cmp(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
int main(void) {
    for (int i = 0; i < 1000; i++) a[i] = 1000 - i;
    calls = 0;
    qsort(a, 1000, sizeof a[0], cmp);
    if (calls != 0) reach_error();
    return 0;
}
