/* Second step: starting the device. */
#include "stack.h"

static status_t filter_pnp(struct extension *extension, struct request *request)
{
    struct event event;
    status_t status = SUCCESS;

    switch (request->minor) {
    case MN_START:
        copy_location(request);
        set_completion(request, &event);
        status = call_lower(request);
        if (status == PENDING)
            status = wait_for(&event);
        if (status >= 0 && request->status >= 0) {
            extension->started = 1;
            extension->removed = 0;
            extension->surprise = 0;
        }
        request->status = status;
        request->information = 0;
        complete(request);
        break;
    case MN_SURPRISE:
    case MN_REMOVE:
    default:
        skip_location(request);
        status = call_lower(request);
        break;
    }
    (void)extension;
    (void)event;
    return status;
}
