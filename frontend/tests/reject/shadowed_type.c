// expect: error unsupported: `T` is read as a type
typedef int T;
int g(int T, int y) { T * y; return y; }
int main(void) { return g(1, 2); }
