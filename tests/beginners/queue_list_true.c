#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };
struct n *head, *tail;
void push(int v) {
    struct n *e = malloc(sizeof *e);
    if (!e) exit(1);
    e->v = v; e->next = 0;
    if (tail) tail->next = e; else head = e;
    tail = e;
}
int pop(void) { struct n *e = head; int v = e->v; head = e->next; if (!head) tail = 0; free(e); return v; }
int main(void) {
    push(1); push(2); push(3);
    assert(pop() == 1); assert(pop() == 2); assert(pop() == 3);
    assert(head == NULL);
    return 0;
}
