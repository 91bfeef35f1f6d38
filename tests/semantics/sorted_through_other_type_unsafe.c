// inputs:
/* Only the type of a pointer says that its elements are integers: it is not followed, and sorting
   moves bytes (C11 6.5p6). */
#include <stdlib.h>
void reach_error(void);
short pairs[6] = {3, 3, 2, 2, 1, 1};
static int compare(const void *a, const void *b) {
    return ((const short *)a)[0] - ((const short *)b)[0];
}
int main(void) {
    void *any = pairs;
    int *p = any;
    qsort(p, 3, sizeof *p, compare);
    if (pairs[0] != 3) reach_error();
    return 0;
}
