// expect: error unsupported: the attribute `cleanup`
void f(int *);
int main(void) { return 0; }
int g(int x __attribute__((cleanup(f)))) { return x; }
