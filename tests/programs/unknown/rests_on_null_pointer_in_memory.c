// expect: which leaves an assumption
struct node { int value; struct node *next; };
void reach_error(void);
struct node *first(void);
int main(void) {
    struct node *p = first();
    p->next->value = 4;
    if (p->next == 0)
        reach_error();
    return 0;
}
