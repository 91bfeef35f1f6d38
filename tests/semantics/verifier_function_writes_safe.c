// inputs: 1
// outside: units/nondet_memory.c
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void __VERIFIER_nondet_memory(void *object, unsigned long size);
int main(void) {
    int object = 0;
    __VERIFIER_nondet_memory(&object, sizeof object);
    check(object == object);
    return 0;
}
