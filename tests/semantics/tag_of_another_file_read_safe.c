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
    struct { long w; int v; } laid_out = {1, 6};
    struct part own = {{3, 0}};
    int v = by_part(&laid_out);
    check(v == 6 && own.n.v == 3);
    return 0;
}
