// promise: C library
#include <string.h>
static int f(char *p, char *q) { memcpy(p, q, 0); return p == 0; }
int main(void) { return f(0, 0); }
