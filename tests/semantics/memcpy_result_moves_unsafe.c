// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* `memcpy` returns the address that it was given, also if it changes where that came from (7.24.2.1p3). */
void *memcpy(void *, const void *, unsigned long);
struct link { struct link *next; int v; };
static struct link a, b, value;
int main(void) {
    struct link *p = &a;
    void *r;
    a.next = &a;
    value.next = &b;
    r = memcpy(p->next, &value, sizeof value);
    check(r != &a);
    return 0;
}
