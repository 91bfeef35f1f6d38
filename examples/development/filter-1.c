/* First step: every request is passed on. */
#include "stack.h"

static status_t filter_pnp(struct extension *extension, struct request *request)
{
    struct event event;
    status_t status = SUCCESS;

    switch (request->minor) {
    case MN_START:
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
