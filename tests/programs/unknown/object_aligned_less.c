// expect: no new predicates
/* A variable may be aligned less than its type: where it lies, nothing says. */
#include <assert.h>
#include <stdint.h>

static char first;
static int odd __attribute__((aligned(1)));

int main(void)
{
    first = 1;
    odd = first;
    assert((uintptr_t)&odd % 4 == 0);
    return 0;
}
