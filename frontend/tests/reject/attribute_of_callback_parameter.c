// expect: error unsupported: the attribute `mode` is not supported on a parameter
int apply(int (*f)(int x __attribute__((mode(QI)))));
int main(void) { return 0; }
