// inputs:
// after: units/other_tag.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct node { int v; struct node *next; };
struct kind { int v; int w; };
struct state { int v; };
struct part { struct node n; };
int by_node(int v);
int by_kind(void);
int by_part(void *p);
int main(void) {
    struct node n = {4, &n};
    struct node *p = &n;
    struct kind k = {2, 3};
    struct state s = {1};
    int v = by_node(p->next->v);
    check(v == 5 && n.v == 4 && by_kind() == s.v && k.v == 2);
    return 0;
}
