// Another structure with the tag of `one_handle.c`.
struct handle { char *name; int v; };
static struct handle own = {0, 7};
int other_value(void) {
    struct handle *h = &own;
    return h->v;
}
