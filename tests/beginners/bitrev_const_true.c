#include <assert.h>
unsigned rev(unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i++) { r = (r << 1) | (b & 1); b >>= 1; }
    return r;
}
int main(void) {
    assert(rev(1u) == 0x80000000u);
    assert(rev(0x12345678u) == 0x1e6a2c48u);
    return 0;
}
