// expect: approximation
/* gcc rounds a product of constants once, and each step of others. */
#include <assert.h>

int main(void)
{
    _Complex double a = 1.0 + 2.0i, b = 3.0 + 4.0i;
    a = a * b;
    assert(__real__ a == -5.0);
    return 0;
}
