// A frame that is filled by blocks: that one fits follows from a bound that the round before left.
#include <stdint.h>
#include <stddef.h>
#include <string.h>
void __VERIFIER_assert(int cond);
uint8_t __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
struct frame { uint8_t len; uint8_t data[32]; uint16_t crc; };
static struct frame rx;
static int feed(struct frame *f, const uint8_t *chunk, size_t n)
{
    if (n > sizeof f->data - f->len)
        return -1;
    memcpy(f->data + f->len, chunk, n);
    f->len += n;
    return 0;
}
int main(void)
{
    uint8_t chunk[8] = {0};
    rx.crc = 0xffff;
    while (__VERIFIER_nondet_int()) {
        uint8_t n = __VERIFIER_nondet_uchar();
        if (n > sizeof chunk)
            n = sizeof chunk;
        if (feed(&rx, chunk, n) < 0)
            rx.len = 0;
        __VERIFIER_assert(rx.len <= sizeof rx.data);
        __VERIFIER_assert(rx.crc == 0xffff);
    }
    return 0;
}
