// expect: approximation
/* Only roots of squares of whole numbers are known. */
#include <assert.h>
#include <math.h>

int main(void)
{
    assert(sqrt(2.0) > 1.0);
    return 0;
}
