// inputs:
/* As sorted_in_pairs_unsafe.c, in a larger program, through an integer. */
#include <stdlib.h>
void reach_error(void);
#define TEN(x) x x x x x x x x x x
_Alignas(int) short s[4] = {2, 2, 1, 1};
static int compare(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
int main(void) {
    int sum = 0;
    TEN(TEN(sum += 1; sum ^= 1; sum -= 2; sum ^= 3; sum += 4;))
    qsort((int *)(__SIZE_TYPE__)s, 2, 4, compare);
    if (s[0] != 2) reach_error();
    return 0;
}
