// expect: no new predicates
/* Where a packed structure lies, nothing says. */
#include <assert.h>
#include <stdint.h>

struct __attribute__((packed)) packed { char c; int i; } packed;

int main(void)
{
    assert((uintptr_t)&packed % 4 == 0);
    return 0;
}
