// expect: error unsupported: the attribute `fentry_name` is not supported
void traced(void) {
}
__attribute__((fentry_name("traced"))) int main(void) {
    return 0;
}
