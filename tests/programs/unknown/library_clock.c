// expect: library function
/* What a clock says is no input: POSIX allows few results. */
#include <time.h>
void reach_error(void);

int main(void) {
    struct timespec pause = { 0, 1000 };
    if (nanosleep(&pause, 0) > 0)
        reach_error();
    return 0;
}
