/*
 * What a filter driver sees of the system: requests, devices, and the next lower driver. The model
 * remembers the status that the lower driver ended the request with, and the harness compares.
 */
typedef int status_t;

#define SUCCESS 0
#define PENDING 259

#define MN_START 0
#define MN_REMOVE 2
#define MN_SURPRISE 23

struct request {
    status_t status;
    unsigned information;
    int minor;
};

struct extension {
    int started;
    int removed;
    int surprise;
};

struct event {
    int signalled;
};

extern int any_status(void);
extern int any_minor(void);
extern void reach_error(void);

/* Whether the request was passed on, and how it ended there. */
static int passed;
static status_t lower_status;

static void skip_location(struct request *request) { (void)request; }
static void copy_location(struct request *request) { (void)request; }
static void set_completion(struct request *request, struct event *event)
{
    (void)request;
    event->signalled = 0;
}

/* Passes the request to the next lower driver: its status, or that it is not known yet. */
static status_t call_lower(struct request *request)
{
    (void)request;
    passed = 1;
    lower_status = any_status();
    return lower_status;
}

/* Waits until the lower driver has ended the request: the status that it ended with. */
static status_t wait_for(struct event *event)
{
    event->signalled = 1;
    lower_status = any_status();
    return lower_status;
}

static void complete(struct request *request) { (void)request; }
static void detach_device(void) {}
static void delete_device(void) {}

static status_t filter_pnp(struct extension *extension, struct request *request);

int main(void)
{
    struct extension extension = {0, 0, 0};
    struct request request = {SUCCESS, 0, 0};
    status_t status;

    request.minor = any_minor();
    status = filter_pnp(&extension, &request);
    if (passed && status != lower_status)
        reach_error();
    return 0;
}
