void KfRaiseIrql(int level);
void KfLowerIrql(int level);
int KeWaitForSingleObject(void *object);
static int event;

int main(void) {
  KfRaiseIrql(2);
  KfLowerIrql(0);
  return KeWaitForSingleObject(&event);
}
