// inputs: 1
// outside: units/get_address.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int object;
int *address = &object;
int *get_address(void);
int main(void) {
    int *p = get_address();
    *p = 5;
    check(*p == 5);
    return 0;
}
