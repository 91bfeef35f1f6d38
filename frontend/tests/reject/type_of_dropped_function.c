// expect: error unsupported: the type of `use` may promise what its text does not say
int use(int *p) __attribute__((nonnull));
int use(int *p) { return *p; }
int other(int *p) { return p == 0; }
int main(void) { return (1 ? other : use)(0); }
