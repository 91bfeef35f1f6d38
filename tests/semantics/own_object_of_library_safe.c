// inputs:
// The object that `gmtime` fills is its own, and the next call fills it anew (C11 7.27.3p1).
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct tm *gmtime(const long *time);
int main(void) {
    long time = 0;
    struct tm *broken = gmtime(&time);
    int year = broken->tm_year;
    time = 1000000000;
    gmtime(&time);
    check(time == 1000000000);
    return 0;
}
