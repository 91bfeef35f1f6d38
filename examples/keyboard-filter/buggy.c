/* A filter driver's plug-and-play dispatch routine. One case falls through, and a request is passed on twice. */
#include "driver.h"

static NTSTATUS start_device(struct device_extension *extension, struct irp *irp)
{
    NTSTATUS status = call_next_driver_and_wait(irp);

    if (status >= 0) {
        extension->started = 1;
        extension->removed = 0;
    }
    irp->status = status;
    complete_request(irp);
    return status;
}

static NTSTATUS remove_device(struct device_extension *extension, struct irp *irp)
{
    extension->removed = 1;
    extension->started = 0;
    irp->status = STATUS_SUCCESS;
    return call_next_driver(irp);
}

NTSTATUS dispatch_pnp(struct device_extension *extension, struct irp *irp)
{
    NTSTATUS status;

    switch (irp->minor) {
    case IRP_MN_START_DEVICE:
        status = start_device(extension, irp);
        break;
    case IRP_MN_REMOVE_DEVICE:
        status = remove_device(extension, irp);
        /* The break is missing. */
    case IRP_MN_SURPRISE_REMOVAL:
        status = remove_device(extension, irp);
        break;
    default:
        if (extension->removed) {
            status = STATUS_NOT_SUPPORTED;
            irp->status = status;
            complete_request(irp);
        } else {
            status = call_next_driver(irp);
        }
        break;
    }
    return status;
}

int main(void)
{
    struct device_extension extension;
    struct irp irp;

    extension.started = 0;
    extension.removed = 0;
    extension.opened = 0;
    while (__VERIFIER_nondet_int()) {
        irp.status = STATUS_NOT_SUPPORTED;
        irp.minor = __VERIFIER_nondet_int();
        irp.pending = 0;
        request_done = 0;
        dispatch_pnp(&extension, &irp);
        if (!request_done)
            reach_error();
    }
    return 0;
}
