typedef struct irp { int status; } IRP;
void IoMarkIrpPending(IRP *irp);
int nondet(void);
static IRP request;

static int dispatch(IRP *irp) {
  if (nondet())
    IoMarkIrpPending(irp);
  return 0;
}

int main(void) {
  int status = dispatch(&request);
  return status;
}
