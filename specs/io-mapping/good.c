void *ioremap(unsigned long address);
void iounmap(void *p);

int main(void) {
  void *registers = ioremap(4096);
  if (registers == 0)
    return -1;
  iounmap(registers);
  return 0;
}
