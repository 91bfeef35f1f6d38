// A frame that is filled by blocks: that one fits follows from a bound that the round before left.
#include <string.h>
void __VERIFIER_assert(int cond);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
static struct frame {
    unsigned length;
    unsigned char data[32];
} frame;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned char n = __VERIFIER_nondet_uchar();
        if (n > 32 - frame.length) {
            frame.length = 0;
        } else {
            memset(frame.data + frame.length, 0, n);
            frame.length += n;
        }
        __VERIFIER_assert(frame.length <= 32);
    }
    return 0;
}
