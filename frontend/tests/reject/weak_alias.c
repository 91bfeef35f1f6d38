// expect: error unsupported: weak objects
int x;
extern int y __attribute__((weak, alias("x")));
int main(void) { return y; }
