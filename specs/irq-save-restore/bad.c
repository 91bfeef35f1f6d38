unsigned long irq_save(void);
void irq_restore(unsigned long flags);
int nondet(void);

int main(void) {
  unsigned long flags = irq_save();
  irq_restore(flags + 1);
  return 0;
}
