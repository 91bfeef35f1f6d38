// expect: library function
/* What a clock says is no input: whether there is such a clock, only the library knows. */
#include <time.h>
void reach_error(void);

int main(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        reach_error();
    return 0;
}
