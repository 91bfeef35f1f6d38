// expect: error unsupported: a program with a `constructor` that calls `main`
static int g;
int main(void);
int (*again)(void) = main;
__attribute__((constructor)) static void first(void) { g++; }
int main(void) { return g++ < 5 ? again() : g; }
