#include <assert.h>
int main(void) {
    unsigned char c = 0; int n = 0;
    do { c++; n++; } while (c != 0);
    assert(n == 256);
    return 0;
}
