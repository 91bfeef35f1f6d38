void KfRaiseIrql(int level);
void KfLowerIrql(int level);
int KeWaitForSingleObject(void *object);
static int event;

int main(void) {
  int status;
  KfRaiseIrql(2);
  status = KeWaitForSingleObject(&event);
  KfLowerIrql(0);
  return status;
}
