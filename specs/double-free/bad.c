void *kmalloc(unsigned long size, unsigned flags);
void kfree(void *p);
int nondet(void);

int main(void) {
  void *buffer = kmalloc(64, 0);
  if (buffer == 0)
    return -1;
  if (nondet())
    kfree(buffer);
  kfree(buffer);
  return 0;
}
