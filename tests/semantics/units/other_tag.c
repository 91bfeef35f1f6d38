// The tags of another file are other types here: they never meet.
struct node { long w; int v; };
union kind { int v; };
enum state { off, on };
struct part { struct node n; };
int by_node(int v) {
    struct node n = {1, v};
    struct node *p = &n;
    p->v++;
    return p->v;
}
int by_kind(void) {
    union kind k = {on};
    return k.v;
}
int by_part(void *p) {
    return ((struct part *)p)->n.v;
}
