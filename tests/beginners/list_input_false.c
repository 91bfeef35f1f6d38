#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    struct node *head = NULL;
    int i, count = 0;
    for (i = 0; i < n; i++) {
        struct node *e = malloc(sizeof(struct node));
        if (!e) abort();
        e->value = i;
        e->next = head;
        head = e;
    }
    for (struct node *p = head; p; p = p->next) count++;
    assert(count == 4);
    return 0;
}
