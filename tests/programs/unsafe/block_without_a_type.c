// As the safe one, with another value.
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
    assert(n->next == NULL && n->v == 1);
    return 0;
}
