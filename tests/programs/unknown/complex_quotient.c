// expect: approximation
/* gcc rounds a quotient of constants once, and each step of others. */
#include <assert.h>

int main(void)
{
    _Complex double a = 1.0 + 2.0i, b = 3.0 + 1.0i;
    a = a / b;
    assert(__real__ a == 0.5);
    return 0;
}
