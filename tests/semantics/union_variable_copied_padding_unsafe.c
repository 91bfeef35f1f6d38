// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A copy of a structure gives its padding any values (6.2.6.1p6): gcc copies it. */
struct padded {
    long l;
    char c;
};
struct full {
    long l;
    char d[8];
};
union view {
    struct padded padded;
    struct full full;
};
static union view object;
static struct padded zero;
int main(void) {
    union view variable;
    struct padded *q = &zero;
    q->c = 1;
    variable.full.d[3] = 7;
    variable.padded = *q;
    check(variable.full.d[3] == 7);
    return 0;
}
