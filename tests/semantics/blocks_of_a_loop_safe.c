// inputs:
// Blocks that one call allocates, time after time, lie apart while they live (C11 7.22.3p1).
#include <stdlib.h>

void reach_error(void);
struct node { int value; struct node *next; };

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 0;
        node->value = i;
        node->next = list;
        list = node;
    }
    if (list->value != 1 || list->next->value != 0)
        reach_error();
    return 0;
}
