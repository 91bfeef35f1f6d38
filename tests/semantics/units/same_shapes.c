// Untagged structures that look alike are told apart by their order.
typedef struct { int v; } user;
typedef struct { int v; } group;
struct owner { user u; group g; };
void set(struct owner *o) {
    group *g = &o->g;
    g->v = 1;
}
