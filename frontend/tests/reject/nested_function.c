// expect: error syntax: unexpected
int main(void) { int f(int x) { return x; } return f(1); }
