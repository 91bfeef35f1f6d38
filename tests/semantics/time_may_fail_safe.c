// inputs:
// Where there is no such time, or no such clock, nothing is told of what is written.
#include <time.h>
#include <stdlib.h>

void reach_error(void);
int main(void) {
    time_t never = 0x7fffffffffffffff;
    struct timespec now = { 0, -7 };
    struct tm broken;
    broken.tm_mon = 99;
    if (gmtime_r(&never, &broken) && broken.tm_mon > 11)
        reach_error();
    if (!clock_gettime(99, &now) && now.tv_nsec < 0)
        reach_error();
    return 0;
}
