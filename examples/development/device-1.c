/* Starts a device, has it do I/O until it agrees to stop, stops it, and starts it again. */
extern int more_work(void);
extern void start_device(void);
extern void io_operation(void);
extern _Bool request_stop(void);
extern void stop_device(void);

int main(void)
{
    _Bool stopping;

    for (;;) {
        start_device();
        stopping = 0;
        while (!stopping) {
            if (more_work())
                io_operation();
            else
                stopping = request_stop();
        }
        stop_device();
    }
}
