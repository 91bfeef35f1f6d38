// expect: error type: `y` is not declared
int main(void) { return y; }
