// A structure that another file leaves incomplete, with a tag that a third one gives to another.
struct handle { int v; };
static struct handle own = {4};
struct handle *get(void) {
    return &own;
}
int value(struct handle *h) {
    return h->v;
}
void change(struct handle *h) {
    h->v++;
}
