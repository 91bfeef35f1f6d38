// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A flexible array of a member lies over what follows (gcc manual, "Zero Length"). */
struct flexible {
    int n;
    int d[];
};
static struct {
    struct flexible head;
    int after[4];
} x;
int main(void) {
    int i = 0;
    struct flexible *p = &x.head;
    p->n = 3;
    x.after[i] = 1;
    p->d[i] = 7;
    check(x.after[i] == 1);
    return 0;
}
