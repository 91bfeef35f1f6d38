// expect: error unsupported: the function has this attribute with another priority
static int g;
__attribute__((constructor(101))) static void first(void);
__attribute__((constructor(300))) static void first(void) { g++; }
int main(void) { return g; }
