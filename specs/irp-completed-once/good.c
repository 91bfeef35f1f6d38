typedef struct irp { int status; } IRP;
void IoCompleteRequest(IRP *irp, int boost);
int IoCallDriver(void *device, IRP *irp);
int nondet(void);
static IRP request;

static int dispatch(IRP *irp) {
  if (nondet()) {
    irp->status = -1;
    IoCompleteRequest(irp, 0);
    return -1;
  }
  return IoCallDriver(0, irp);
}

int main(void) {
  return dispatch(&request);
}
