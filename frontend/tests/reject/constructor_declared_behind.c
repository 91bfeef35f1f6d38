// expect: error unsupported: the attribute `constructor` is supported in front of
static int g;
void first(void) { g++; }
void first(void) __attribute__((constructor));
int main(void) { return g; }
