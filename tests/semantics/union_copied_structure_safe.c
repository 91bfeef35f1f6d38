// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A copy into one member of a union changes the bytes of the other one. */
struct small {
    int a;
    short b;
};
struct large {
    int a;
    int c;
};
union view {
    struct small small;
    struct large large;
};
static union view object;
int main(void) {
    union view *p = &object;
    struct small value;
    int *a = &p->large.a, *c = &p->large.c, *first = &p->small.a;
    short *b = &p->small.b;
    value.a = 1;
    value.b = 5;
    *c = 7;
    p->small = value;
    check(*b == 5 && *a == 1 && *first == 1);
    return 0;
}
