// inputs: 1
// outside: units/get_function.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int object;
static int change(void) { return object = 1; }
int (*address)(void) = change;
int (*get_function(void))(void);
int main(void) {
    int (*f)(void) = get_function();
    f();
    check(object == 0);
    return 0;
}
