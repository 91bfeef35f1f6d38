// expect: error unsupported: a program with a `constructor` that calls `main`
static int g;
__attribute__((constructor)) static void first(void) { g++; }
int main(void) { return g++ < 5 ? main() : g; }
