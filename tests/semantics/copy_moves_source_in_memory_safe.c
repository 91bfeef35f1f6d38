// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* As copy_moves_source, in memory. */
struct link { struct link *next; int v; };
static struct link a, b, c;
int main(void) {
    struct link *p = &a;
    a.next = &c;
    b.v = 2;
    c.next = &b;
    c.v = 9;
    *p = *p->next;
    check(a.v == 9);
    return 0;
}
