// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The object that is written stays the same while its parts are written, also if they say where it is (6.5.16p3). */
struct link { struct link *next; int v; };
static struct link a, b, value;
int main(void) {
    struct link *p = &a;
    a.next = &a;
    b.v = 2;
    value.next = &b;
    value.v = 9;
    *p->next = value;
    check(b.v == 9);
    return 0;
}
