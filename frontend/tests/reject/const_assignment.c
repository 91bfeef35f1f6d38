// expect: error type: this is `const`
const int c = 1;
int main(void) { c = 2; return c; }
