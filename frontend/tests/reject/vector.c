// expect: error unsupported: the attribute `vector_size`
typedef int v __attribute__((vector_size(16)));
int main(void) { return 0; }
