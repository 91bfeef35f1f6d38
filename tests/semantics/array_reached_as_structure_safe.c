// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct pair { int a, b; };
static void set(void *object) {
    struct pair *p = object;
    p->b = __VERIFIER_nondet_int();
}
int main(void) {
    int buffer[2] = { 0, 0 };
    set(buffer);
    check(buffer[0] == 0 || buffer[1] == 0 || buffer[1] != 0);
    return 0;
}
