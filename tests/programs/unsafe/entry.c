// options: --entry handle
/* Globals of another entry function are unknown, not 0. */
extern void reach_error(void);
static int state;
int handle(int request)
{
    if (request == 1 && state != 0)
        reach_error();
    state = request;
    return 0;
}
