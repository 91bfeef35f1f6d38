// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct one { int a, b; };
struct other { int a, b; };
static struct one object;
int main(void) {
    void *pointer = &object;
    struct other *p = pointer;
    p->b = 1;
    check(object.b == 0);
    return 0;
}
