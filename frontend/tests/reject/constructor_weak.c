// expect: error unsupported: a `constructor` is supported if it is a function
static int g;
__attribute__((weak, constructor)) void first(void) { g++; }
int main(void) { return g; }
