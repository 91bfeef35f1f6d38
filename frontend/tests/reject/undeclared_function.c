// expect: error unsupported: `twice` is called without a declaration
int main(void) { return twice(1); }
