#include "queue.h"

void *kmalloc(int size);
void kfree(void *buffer);
int hardware_ready(void);

/* Sends one request, with a buffer of its own. */
int main(void) {
  int request;
  void *buffer = kmalloc(64);
  if (buffer == 0)
    return -1;
  if (queue_put(1) == 0 && hardware_ready())
    queue_get(&request);
  kfree(buffer);
  return 0;
}
