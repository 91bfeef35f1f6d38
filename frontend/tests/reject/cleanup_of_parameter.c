// expect: error unsupported: the attribute `cleanup` is not supported on a parameter
void f(int *);
int main(void) { return 0; }
int g(int x __attribute__((cleanup(f)))) { return x; }
