/* POSIX.1-2017, `nanosleep`: it refuses times that are none, and signals may end it before time. */

/* Any value: how long it slept. */
int __model_any(void);
long __model_long(void);

int nanosleep(const void *asked, void *left)
{
    const long *time = asked;
    long seconds = time[0], *rest = left;
    long parts;
    if (time[1] < 0 || time[1] > 999999999 || seconds < 0)
        return -1;
    if (!__model_any())
        return 0;
    if (rest) {
        parts = __model_any();
        seconds = __model_long();
        rest[0] = seconds >= 0 && seconds <= time[0] ? seconds : 0;
        rest[1] = parts >= 0 && parts <= 999999999 ? parts : 0;
    }
    return -1;
}
