// No block lies at an address that is aligned for nothing.
#include <stdlib.h>
void reach_error(void);
int main(void) {
    int *p = malloc(4);
    if ((unsigned long)p == 12345)
        reach_error();
    return 0;
}
