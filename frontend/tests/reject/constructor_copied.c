// expect: error unsupported: the attributes of `first` cannot be copied
static int g;
__attribute__((constructor)) static void first(void) { g++; }
__attribute__((copy(first))) static void second(void) { g += 10; }
int main(void) { return g; }
