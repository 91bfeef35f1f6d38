// What `time` returns is what it stores (C11 7.27.2.4p3).
typedef long time_t;
extern time_t time(time_t *);
extern void reach_error(void);

int main(void)
{
    time_t stored = 0;
    time_t returned = time(&stored);

    if (returned != stored)
        reach_error();
    return 0;
}
