/* What time functions yield and write lies in ranges (C11 7.27; POSIX.1-2017). */
#include <assert.h>
#include <time.h>
#include <sys/time.h>

static void calendar(void)
{
    time_t stored = 0, now = time(&stored);
    struct tm broken, *there;

    assert(now == stored);
    there = gmtime_r(&now, &broken);
    if (there) {
        assert(there == &broken);
        assert(broken.tm_sec >= 0 && broken.tm_sec <= 60);
        assert(broken.tm_mday >= 1 && broken.tm_mday <= 31);
        assert(there->tm_yday <= 365);
    }
    there = localtime(&now);
    if (there)
        assert(there->tm_hour >= 0 && there->tm_wday < 7);
    broken.tm_mon = 14;
    if (mktime(&broken) != -1)
        assert(broken.tm_mon < 12);
}

int main(void)
{
    struct timespec pause = { 0, 1000 }, at;
    struct timeval then;
    char text[16];
    int failed;
    time_t now = time(0);

    assert(difftime(now, now) == 0.0);
    calendar();
    failed = nanosleep(&pause, 0);
    assert(failed == 0 || failed == -1);
    if (!clock_gettime(CLOCK_MONOTONIC, &at))
        assert(at.tv_nsec >= 0 && at.tv_nsec < 1000000000);
    if (timespec_get(&at, TIME_UTC))
        assert(at.tv_nsec < 1000000000);
    if (gettimeofday(&then, 0) == 0)
        assert(then.tv_usec < 1000000);
    assert(strftime(text, sizeof text, "%Y", gmtime(&pause.tv_sec)) < sizeof text);
    return 0;
}
