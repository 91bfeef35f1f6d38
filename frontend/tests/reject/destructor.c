// expect: error unsupported: the attribute `destructor` is not supported
static int g;
__attribute__((destructor)) static void last(void) { g++; }
int main(void) { return g; }
