/* The same program, which now counts what it serves and forgets its data before it stops. */
extern int more_work(void);
extern void start_device(void);
extern void io_operation(void);
extern _Bool request_stop(void);
extern void stop_device(void);

static unsigned served;
static int data;

int main(void)
{
    _Bool stopping;

    for (;;) {
        start_device();
        stopping = 0;
        while (!stopping) {
            if (more_work()) {
                io_operation();
                served = served + 1;
            } else {
                stopping = request_stop();
                data = 0;
            }
        }
        stop_device();
    }
}
