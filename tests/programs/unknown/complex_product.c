// expect: approximation
/* gcc rounds a product of constants once, and each step of others. */
#include <assert.h>

int main(void)
{
    _Complex double a = 0.1 + 0.2i, b = 0.3 + 0.4i;
    a = a * b;
    assert(__imag__ a == 0.1 * 0.4 + 0.2 * 0.3);
    return 0;
}
