// expect: error unsupported: the type of `use` may promise what its text does not say
int use(int *p) __attribute__((nonnull));
int use(int *p) { return *p; }
__typeof__(use) other;
int other(int *p) { return p == 0; }
int main(void) { return other(0); }
