// expect: error unsupported: two clean-up functions, or one of an array of variable length, are not supported
static void note(int **p) { }
int f(int n) { int x[n] __attribute__((cleanup(note))); return 0; }
int main(int n, char **v) { return f(n); }
