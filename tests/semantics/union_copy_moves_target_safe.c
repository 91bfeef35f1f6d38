// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* As copy_moves_target, where memories become unknown. */
union view {
    struct { union view *p; short s; } small;
    struct { union view *p; int i; } large;
};
static union view x, other;
int main(void) {
    union view value, *q = &x, **pp = &x.small.p;
    int *ip = &x.large.i;
    short *sp = &other.small.s;
    *sp = 4;
    value.small.p = &other;
    value.small.s = 7;
    *ip = 1;
    *pp = &x;
    q->small.p->small = value.small;
    check(x.small.s == 7);
    return 0;
}
