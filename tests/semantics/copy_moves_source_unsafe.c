// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The object that is read stays the same while the other one is written, also if that says where it is (6.5.16p3). */
struct link { struct link *next; int v; };
int main(void) {
    struct link a, b, s;
    a.next = &b;
    a.v = 1;
    b.next = &a;
    b.v = 2;
    s.next = &a;
    s.v = 0;
    s = *s.next;
    check(s.v == 2);
    return 0;
}
