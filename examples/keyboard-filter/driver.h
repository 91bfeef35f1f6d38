/* The slice of a driver model that the example needs: requests, their stack of locations, the device extension. */
typedef int NTSTATUS;

#define STATUS_SUCCESS 0
#define STATUS_PENDING 259
#define STATUS_NOT_SUPPORTED (-1073741637)

#define IRP_MN_START_DEVICE 0
#define IRP_MN_REMOVE_DEVICE 2
#define IRP_MN_SURPRISE_REMOVAL 23

struct irp {
    NTSTATUS status;
    int minor;
    int pending;
};

struct device_extension {
    int started;
    int removed;
    int opened;
};

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

/* The monitor: a request is passed on or completed exactly once, and not touched after that. */
static int request_done;

static void complete_request(struct irp *irp)
{
    if (request_done)
        reach_error();
    request_done = 1;
    (void)irp;
}

/* Passes the request to the next driver, which completes it now or later. */
static NTSTATUS call_next_driver(struct irp *irp)
{
    if (request_done)
        reach_error();
    request_done = 1;
    if (__VERIFIER_nondet_int()) {
        irp->pending = 1;
        return STATUS_PENDING;
    }
    return irp->status;
}

/* Passes the request on and gets it back when the next driver is done with it. */
static NTSTATUS call_next_driver_and_wait(struct irp *irp)
{
    if (request_done)
        reach_error();
    irp->status = __VERIFIER_nondet_int();
    return irp->status;
}
