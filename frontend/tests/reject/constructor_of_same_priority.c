// expect: error unsupported: which `constructor` of the same priority runs first
static int g;
__attribute__((constructor)) static void first(void) { g = 1; }
__attribute__((constructor(65535))) static void second(void) { g *= 2; }
int main(void) { return g; }
