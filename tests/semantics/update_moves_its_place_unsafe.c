// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* As assignment_moves_its_place, for `++` (6.5.3.1p2). */
struct link { struct link *next; };
static struct link t[4];
int main(void) {
    struct link *p = &t[0], *r;
    t[0].next = &t[0];
    t[1].next = &t[3];
    r = ++p->next->next;
    check(r != &t[1]);
    return 0;
}
