void IoAcquireCancelSpinLock(unsigned char *irql);
void IoReleaseCancelSpinLock(unsigned char irql);
int nondet(void);

int main(void) {
  unsigned char irql = 0;
  IoAcquireCancelSpinLock(&irql);
  if (nondet())
    return 1;
  IoReleaseCancelSpinLock(irql);
  return 0;
}
