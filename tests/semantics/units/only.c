// One type without a tag, where another file has two: it is the one that declarations share (C11
// 6.2.7p1).
typedef struct { int v; } only;
struct holder {
    only in;
    only *to;
    int (*read)(only *);
};
only object = {3};
only make(int v) {
    only made = {v};
    return made;
}
int by_value(only s) {
    return s.v;
}
int by_holder(struct holder *h) {
    h->in.v = 5;
    h->to->v = 6;
    return h->read(h->to);
}
static int read(only *p) {
    return p->v;
}
const struct holder all = {{7}, &object, read};
void set_first(only *p) {
    p->v = 8;
}
void set_second(only *p) {
    p->v++;
}
