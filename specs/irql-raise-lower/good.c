int KeRaiseIrql(int level);
void KeLowerIrql(int level);

int main(void) {
  int before = KeRaiseIrql(2);
  KeLowerIrql(before);
  return 0;
}
