// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
static int buffer[2];
static union { void *object; unsigned long number; struct pair *pair; } u;
int main(void) {
    u.number = (unsigned long)buffer;
    u.pair->b = 1;
    check(u.pair->b == 1);
    return 0;
}
