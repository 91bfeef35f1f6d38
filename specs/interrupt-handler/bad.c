int request_irq(int irq);
void free_irq(int irq);

int main(void) {
  if (request_irq(7))
    free_irq(7);
  return 0;
}
