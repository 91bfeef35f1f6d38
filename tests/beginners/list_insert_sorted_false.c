#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
struct node *insert(struct node *h, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->v = v;
    if (!h || h->v >= v) { n->next = h; return n; }
    struct node *p = h;
    while (p->next && p->next->v < v) p = p->next;
    n->next = p->next; p->next = n;
    return h;
}
int main(void) {
    struct node *h = 0;
    for (int i = 0; i < 3; i++) h = insert(h, __VERIFIER_nondet_int());
    for (struct node *p = h; p && p->next; p = p->next) assert(p->v < p->next->v);
    return 0;
}
