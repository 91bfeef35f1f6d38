// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
static int buffer[2];
int main(void) {
    unsigned long address = (unsigned long)&buffer[1] - sizeof(int);
    struct pair *p = (struct pair *)address;
    p->b = 1;
    check(p->b == 1);
    return 0;
}
