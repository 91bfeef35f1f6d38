// expect: library function
/* Whose process it is does not change: also in two rounds of a loop. */
#include <unistd.h>
void reach_error(void);
int main(void) {
    int of[2];
    for (int i = 0; i < 2; i++)
        of[i] = getpid();
    if (of[0] != of[1])
        reach_error();
    return 0;
}
