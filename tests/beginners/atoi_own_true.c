#include <assert.h>
int parse(const char *s) { int n = 0; while (*s >= '0' && *s <= '9') n = n * 10 + (*s++ - '0'); return n; }
int main(void) { assert(parse("1234") == 1234); assert(parse("7x") == 7); return 0; }
