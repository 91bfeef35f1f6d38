// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
static int buffer[2];
static void set(struct pair *p) { p->b = 1; }
int main(void) {
    void (*f)(void *) = (void (*)(void *))set;
    f(buffer);
    check(buffer[1] == 0);
    return 0;
}
