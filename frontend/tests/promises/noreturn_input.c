// promise: noreturn
int __VERIFIER_nondet_int(void) __attribute__((noreturn));
int main(void) {
    int x = 0;
    x = __VERIFIER_nondet_int();
    return 0;
}
