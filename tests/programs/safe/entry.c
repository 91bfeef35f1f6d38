// options: --entry handle
/* Another entry function: its arguments and the globals are unknown. */
extern void reach_error(void);
static int state;
int handle(int request)
{
    if (request == 1) {
        state = 1;
        if (state != 1)
            reach_error();
    }
    return 0;
}
