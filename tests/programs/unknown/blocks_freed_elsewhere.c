// expect: address
/* A function without a body may free what it gets, whatever its name. */
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);
void strlist_free(void *);
static uintptr_t last;
int main(void) {
    for (int i = 0; i < 2; i++) {
        char *p = malloc(16);
        if (!p)
            return 0;
        if (last == (uintptr_t)p)
            reach_error();
        last = (uintptr_t)p;
        strlist_free(p);
    }
    return 0;
}
