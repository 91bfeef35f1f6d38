// inputs:
// What `realloc` gives may be where the block was that it frees.
#include <stdint.h>
#include <stdlib.h>

void reach_error(void);
int main(void) {
    char *block = 0, *other = malloc(8);
    for (int i = 0; i < 3; i++) {
        uintptr_t last = (uintptr_t)block;
        block = realloc(block, 24);
        if (!block || !other)
            return 0;
        if (block == other)
            reach_error();
    }
    return 0;
}
