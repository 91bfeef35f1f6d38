// expect: error type: 1 arguments are given, 2 are needed
int f(int a, int b) { return a; }
int main(void) { return f(1); }
