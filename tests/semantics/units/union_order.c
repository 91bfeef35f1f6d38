// The members of a union, in another order than in another file.
union tagged { short s; int i; char c[4]; };
typedef union { short s; int i; } untagged;
struct with { int kind; untagged u; };
union tagged first = {7};
untagged second = {8};
int read_short(struct with *w) {
    return w->u.s;
}
void write_int(struct with *w) {
    w->u.i = 9;
}
