// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* As copy_moves_target, for blocks of memory (7.24.2.2). */
void *memmove(void *, const void *, unsigned long);
struct link { struct link *next; int v; };
static struct link a, b, value;
int main(void) {
    struct link *p = &a;
    a.next = &a;
    b.v = 2;
    value.next = &b;
    value.v = 9;
    memmove(p->next, &value, sizeof value);
    check(b.v == 2 && a.v == 9);
    return 0;
}
