// expect: error unsupported: the attribute `cleanup`
void f(int *);
int main(void) { int x __attribute__((cleanup(f))) = 0; return x; }
