// inputs:
// POSIX.1-2017: it refuses what is no time.
#include <time.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct timespec none = {0, 1000000000}, some = {0, 1000}, left = {7, 7};
    int failed = nanosleep(&none, &left);
    check(failed == -1 && left.tv_sec == 7);
    failed = nanosleep(&some, &left);
    check(failed == 0 || (failed == -1 && left.tv_sec == 0 && left.tv_nsec <= 999999999));
    none.tv_nsec = -1;
    check(nanosleep(&none, 0) == -1);
    return 0;
}
