// inputs:
// Where a block was that has been freed, the same call may find another one.
#include <stdint.h>
#include <stdlib.h>

void reach_error(void);
int main(void) {
    uintptr_t first = 0, second = 0;
    for (int i = 0; i < 4; i++) {
        char *block = malloc(24);
        if (!block)
            return 0;
        if (i == 0)
            first = (uintptr_t)block;
        if (i == 1)
            second = (uintptr_t)block;
        if (i == 2)
            free((void *)first);
        if (i == 3 && (uintptr_t)block == second)
            reach_error();
    }
    return 0;
}
