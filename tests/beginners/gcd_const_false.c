#include <assert.h>
int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
int main(void) { assert(gcd(48, 18) == 9); return 0; }
