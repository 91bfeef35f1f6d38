// inputs:
/* Elements are pairs of what the array was declared as, whatever the cast calls them. */
#include <stdarg.h>
#include <stdlib.h>
void reach_error(void);
_Alignas(int) short s[4] = {2, 2, 1, 1};
static int compare(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
static void ignore(int n, ...) {
    va_list list;
    va_start(list, n);
    va_end(list);
}
int main(void) {
    ignore(1);
    qsort((int *)s, 2, 4, compare);
    if (s[0] != 2) reach_error();
    return 0;
}
