// expect: error unsupported: the attribute `aligned` is not supported on an enumeration
enum e { A } __attribute__((aligned(16)));
int main(void) { return A; }
