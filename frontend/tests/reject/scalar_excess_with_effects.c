// expect: error unsupported: the initialiser has too many elements
int f(void);
int main(void) { int x = {1, f()}; return x; }
