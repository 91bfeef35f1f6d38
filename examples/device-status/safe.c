/*
 * A device is started, does I/O, is asked to stop, and stops. The monitor's functions fail if they are called in the wrong state.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum status { STOP, WORK, WAIT };

static enum status status = STOP;

static void start_device(void)
{
    if (status != STOP)
        reach_error();
    status = WORK;
}

static void io_operation(void)
{
    if (status != WORK)
        reach_error();
}

/* Whether the device agrees to stop. */
static int request_stop(void)
{
    if (__VERIFIER_nondet_int() == 0)
        return 0;
    status = WAIT;
    return 1;
}

static void stop_device(void)
{
    if (status != WAIT)
        reach_error();
    status = STOP;
}

int main(void)
{
    int stopping = 0;

    start_device();
    while (__VERIFIER_nondet_int()) {
        if (stopping) {
            stop_device();
            start_device();
            stopping = 0;
        } else if (__VERIFIER_nondet_int()) {
            stopping = request_stop();
        } else {
            io_operation();
        }
    }
    return 0;
}
