// The size that `calloc` gets is a product; the first block lives still.
#include <stdlib.h>
void reach_error(void);
int main(void) {
    char *last = 0;
    for (int i = 0; i < 2; i++) {
        char *p = calloc(i + 1, 4);
        if (!p)
            return 0;
        if (p == last)
            reach_error();
        last = p;
    }
    return 0;
}
