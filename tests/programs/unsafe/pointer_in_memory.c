/* A pointer that comes from outside is not null where it is followed. */
struct node { int value; struct node *next; };
void reach_error(void);
struct node *first(void);
int main(void) {
    struct node *p = first();
    if (p->next->value) reach_error();
    return 0;
}
