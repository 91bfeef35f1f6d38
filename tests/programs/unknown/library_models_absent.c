// options: --no-library-models
// expect: library function
/* Without models, functions of the C library are unknown. */
#include <assert.h>
#include <string.h>

int main(void) {
    assert(strlen("abc") == 3);
    return 0;
}
