// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The value of an assignment is that of the object that was written, also if the write says where it is now (6.5.16p3). */
struct link { struct link *next; };
static struct link a, b;
int main(void) {
    struct link *p = &a, *r;
    a.next = &a;
    b.next = &a;
    r = p->next->next = &b;
    check(r != &b);
    return 0;
}
