// expect: error unsupported: a `constructor` is supported if it is a function
int g;
__attribute__((constructor)) void first(void);
int main(void) { return g; }
