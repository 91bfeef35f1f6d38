// expect: error unsupported: recursion is not supported: f -> g -> f
int g(int);
int f(int x) { return g(x); }
int g(int x) { return f(x); }
int main(void) { return f(1); }
