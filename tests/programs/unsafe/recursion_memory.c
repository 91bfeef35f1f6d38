/* Recursion along a list that may be circular; the second node, if there is one, changes the result. */
struct node {
    struct node *next;
    int seen;
};
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mode;
static int walk(struct node *n, int left)
{
    if (!n || left == 0)
        return mode;
    n->seen = 1;
    if (left == 19)
        mode = 8;
    if (n->seen != 1)
        reach_error();
    return walk(n->next, left - 1);
}
int main(void)
{
    struct node a, b;
    a.next = &b;
    b.next = __VERIFIER_nondet_int() ? &a : 0;
    mode = 7;
    if (walk(&a, 20) != 7)
        reach_error();
    return 0;
}
