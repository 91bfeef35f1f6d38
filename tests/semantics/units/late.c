// A structure that another file names in a prototype first, where it is a type of its own.
struct late { int v; };
void change(struct late *p) {
    p->v = 5;
}
struct late get(int v) {
    struct late made = {v};
    return made;
}
struct late kept = {2};
