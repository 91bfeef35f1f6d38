// promise: noreturn
void __VERIFIER_assume(int) __attribute__((noreturn));
int main(void) {
    __VERIFIER_assume(1);
    return 0;
}
