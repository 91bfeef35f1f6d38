// Types of a block, of a prototype and of an array without a length.
typedef struct { int v; } only;
only table[3];
struct local { int v; };
struct local kept = {4};
int in_prototype(struct local *p) {
    return p->v;
}
int sum(void) {
    return table[0].v + table[1].v + table[2].v;
}
