// An allocation that may fail, freed twice on the error path.
typedef unsigned long size_t;
void *kmalloc(size_t size, int flags);
void kfree(void *p);
int register_irq(int line);
struct buffer { int size; void *data; };

static int setup(struct buffer *b) {
  b->data = kmalloc(32, 0);
  if (!b->data)
    return -12;
  if (register_irq(5) < 0) {
    kfree(b->data);
    return -16;
  }
  return 0;
}

int main(void) {
  struct buffer buffer = { 32, 0 };
  int error = setup(&buffer);
  if (error)
    kfree(buffer.data);
  return error;
}
