/* Blocks in a list: what the first holds stays when the second is written, which follows from one
   of the many facts about where blocks are. */
#include <stdlib.h>
extern void reach_error(void);
struct node { int key; struct node *next; };
struct list { struct node *head; int length; };
static struct node *push(struct list *l, int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->key = key;
    n->next = l->head;
    l->head = n;
    l->length++;
    return n;
}
int main(void)
{
    struct list list = { 0 };
    struct list *l = &list;
    if (!push(l, 3) || !push(l, 4))
        return 1;
    struct node *n = l->head;
    l->head = n->next;
    l->length--;
    if (l->head->key != 4)
        reach_error();
    return 0;
}
