// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A copy of a structure gives its padding any values (6.2.6.1p6): gcc copies it. */
struct padded {
    long l;
    short c;
};
struct full {
    long l;
    short d[4];
};
union view {
    struct padded padded;
    struct full full;
};
static union view object;
static struct padded zero;
int main(void) {
    union view *p = &object;
    struct padded *q = &zero;
    short *c = &p->padded.c, *d = p->full.d;
    q->c = 1;
    d[3] = 7;
    p->padded = *q;
    check(d[3] == 7);
    return 0;
}
