// inputs:
// `ctime` breaks its time down in the object that `gmtime` returned (C11 7.27.3p1).
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
char *ctime(const long *time);
int main(void) {
    long time = 0;
    const struct tm *broken = gmtime(&time);
    int year = broken->tm_year;
    time = 1000000000;
    check(broken->tm_year == year);
    ctime(&time);
    return 0;
}
