#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *head = NULL;
    int i, sum = 0;
    for (i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL) return 0;
        n->value = i;
        n->next = head;
        head = n;
    }
    struct node *p = head;
    while (p != NULL) { sum += p->value; p = p->next; }
    assert(sum == 10);
    return 0;
}
