typedef struct irp { int status; } IRP;
void IoSkipCurrentIrpStackLocation(IRP *irp);
void IoCopyCurrentIrpStackLocationToNext(IRP *irp);
int IoCallDriver(void *device, IRP *irp);
int nondet(void);
static IRP request;

int main(void) {
  if (nondet())
    IoSkipCurrentIrpStackLocation(&request);
  return IoCallDriver(0, &request);
}
