void *kmalloc(unsigned long size, unsigned flags);
void kfree(void *p);
int nondet(void);

int main(void) {
  void *a, *b;
  a = kmalloc(8, 0);
  if (a == 0)
    return -1;
  b = kmalloc(8, 0);
  if (b == 0) {
    kfree(a);
    return -1;
  }
  kfree(b);
  kfree(a);
  return 0;
}
