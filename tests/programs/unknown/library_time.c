// expect: library function
// A result of the library is no input: that the hour may be 24 is no violation. Where there is no
// such time, nothing is told of what is written.
typedef long time_t;
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct tm *localtime_r(const time_t *restrict, struct tm *restrict);
void reach_error(void);
int main(void) {
    time_t now = 0;
    struct tm broken;
    localtime_r(&now, &broken);
    if (broken.tm_hour > 23)
        reach_error();
    return 0;
}
