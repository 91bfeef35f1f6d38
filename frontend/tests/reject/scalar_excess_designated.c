// expect: error type: one value is needed here
int main(void) { int x = {1, .a = 2}; return x; }
