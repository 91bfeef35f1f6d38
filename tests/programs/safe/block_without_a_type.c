// What `void *` points to is filled and copied as bytes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node {
    int v;
    struct node *next;
};
static void *zalloc(size_t n) {
    void *p = malloc(n);
    if (p)
        memset(p, 0, n);
    return p;
}
int main(void) {
    struct node *n = zalloc(sizeof *n);
    if (!n)
        return 1;
    assert(n->next == NULL && n->v == 0);
    return 0;
}
