#include <assert.h>
int __VERIFIER_nondet_int(void);
int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = clamp(x, -5, 5);
    assert(y >= -5 && y <= 5);
    if (x >= -5 && x <= 5) assert(y == x);
    return 0;
}
