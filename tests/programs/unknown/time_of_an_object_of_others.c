// expect: function outside
// `ctime` changes what `gmtime` returned to others.
#include <time.h>
extern void reach_error(void);
extern struct tm *get(void);
int main(void)
{
    time_t when = 86400;
    struct tm *now = get();
    int before = now->tm_sec;
    ctime(&when);
    if (now->tm_sec != before)
        reach_error();
    return 0;
}
