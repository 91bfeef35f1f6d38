// expect: error type: one value is needed here
int main(void) { int x = {}; return x; }
