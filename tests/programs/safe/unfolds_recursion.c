/* Recursions through certain values: each activation has its own. */
#include <assert.h>

static int factorial(int n) { return n ? n * factorial(n - 1) : 1; }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void)
{
    assert(factorial(6) == 720);
    assert(fibonacci(7) == 13);
    return 0;
}
