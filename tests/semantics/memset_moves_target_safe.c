// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* As copy_moves_target, for blocks of memory (7.24.6.1). */
void *memset(void *, int, unsigned long);
struct link { struct link *next; int v; };
static struct link a;
int main(void) {
    struct link *p = &a;
    a.next = &a;
    a.v = 1;
    memset(p->next, 0, sizeof a);
    check(a.v == 0 && a.next == 0);
    return 0;
}
