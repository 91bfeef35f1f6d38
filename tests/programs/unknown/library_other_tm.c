// expect: library function
/* A structure with another layout is not the library's: its months are where days of it are. */
typedef long time_t;
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mon;
    short tm_mday, tm_year, tm_wday, tm_yday;
    int rest[12];
};
struct tm *gmtime(const time_t *);
void reach_error(void);

int main(void) {
    time_t now = 0;
    struct tm *broken = gmtime(&now);
    if (broken && broken->tm_mon > 30)
        reach_error();
    return 0;
}
