// expect: where the program's objects are
// Which of two blocks comes first, allocators choose.
#include <stdlib.h>
void reach_error(void);
int main(void) {
    char *a = malloc(16);
    char *b = malloc(16);
    if (a && b && (unsigned long)a < (unsigned long)b)
        reach_error();
    return 0;
}
