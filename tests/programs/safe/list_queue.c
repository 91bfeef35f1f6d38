/* A list of blocks that one call allocates: the last ones of each call are told apart. */
#include <stdlib.h>
void reach_error(void);
struct node {
    int value;
    struct node *next;
};
static struct node *first, *last;

static void put(int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->value = value;
    node->next = 0;
    if (last)
        last->next = node;
    else
        first = node;
    last = node;
}

int main(void)
{
    int i;
    for (i = 0; i < 2; i++)
        put(i);
    i = 0;
    for (struct node *node = first; node; node = node->next) {
        if (node->value != i)
            reach_error();
        i++;
    }
    if (i != 2)
        reach_error();
    return 0;
}
