typedef struct irp IRP;
typedef struct device DEVICE;

#define IoCompleteRequest(irp, boost) IofCompleteRequest(irp, boost)
#define IoCallDriver(device, irp) IofCallDriver(device, irp)
void IofCompleteRequest(IRP *irp, char boost);
int IofCallDriver(DEVICE *device, IRP *irp);
int supported(IRP *irp);

static int dispatch(DEVICE *lower, IRP *irp) {
  if (!supported(irp)) {
    IoCompleteRequest(irp, 0);
    return -1;
  }
  return IoCallDriver(lower, irp);
}

int main(void) {
  DEVICE *lower = 0;
  IRP *irp = 0;
  return dispatch(lower, irp);
}
