// expect: error unsupported: `#pragma frobnicate` is not known
#pragma frobnicate
int main(void) { return 0; }
