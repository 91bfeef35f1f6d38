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
    long address = (char *)buffer - (char *)0;
    struct pair *pair = (struct pair *)address;
    pair->b = 1;
    check(pair->b == 1);
    return 0;
}
