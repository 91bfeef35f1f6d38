// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct link { struct link *next; };
static struct link *heads[2], link;
int main(void) {
    void *object = &heads[1];
    struct link *p = object;
    p->next = &link;
    check(heads[0] == 0);
    return 0;
}
