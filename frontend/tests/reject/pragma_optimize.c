// expect: error unsupported: `#pragma GCC optimize ("no-wrapv")` is not supported
#pragma GCC optimize ("no-wrapv")
int main(void) { return 0; }
