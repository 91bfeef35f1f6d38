// expect: error unsupported: a `constructor` is supported if it is a function
static int g;
__attribute__((constructor)) static void first(int count) { g = count; }
int main(void) { return g; }
