// Structures are copied in a program in which pointers to members become pointers to what has these
// members: each is copied as what it is, and what else they point to stays apart.
extern void reach_error(void);
void *malloc(unsigned long);
#define container_of(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))

struct work {
    void (*run)(struct work *);
    void *data;
};
struct device {
    int state;
    struct work work;
    int *counter;
    struct device *next;
};
struct request {
    int length;
    void *buffer;
    struct request *next;
};
struct context {
    int open;
    struct device *device;
    void *private;
};

static int runs;

static void run(struct work *work) {
    struct device *device = container_of(work, struct device, work);
    *device->counter = *device->counter + 1;
    device->state = 3;
}

int main(void) {
    __asm__("");
    struct device *device = malloc(sizeof *device);
    struct request *request = malloc(sizeof *request);
    struct context *context = malloc(sizeof *context);
    if (!device || !request || !context)
        return 0;
    device->state = 1;
    device->counter = &runs;
    device->work.run = run;
    device->next = 0;
    request->length = 3;
    request->buffer = context;
    request->next = 0;
    context->open = 1;
    context->device = device;
    context->private = request;
    struct request copy = *request;
    struct work work = device->work;
    work.data = device;
    context->device->work.run(&context->device->work);
    if (copy.length != 3 || device->state != 2 || context->open != 1 || request->length != 3)
        reach_error();
    return 0;
}
