// inputs:
/* The same in a program whose memory is not made of bytes. */
#include <stdlib.h>
void reach_error(void);
#define TEN(x) x x x x x x x x x x
float numbers[3] = {3.0f, 2.0f, 1.0f};
static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}
int main(void) {
    int sum = 0;
    TEN(TEN(sum += 1; sum ^= 1; sum -= 2; sum ^= 3; sum += 4;))
    int *p = (int *)numbers;
    qsort(p, 3, sizeof *p, compare);
    if (numbers[0] != 3.0f) reach_error();
    return 0;
}
