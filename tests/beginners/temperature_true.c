#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int t = 20, heater = 0;
    while (__VERIFIER_nondet_int()) {
        if (t < 18) heater = 1;
        if (t > 22) heater = 0;
        if (heater) t++; else t--;
    }
    assert(t >= 17 && t <= 23);
    return 0;
}
