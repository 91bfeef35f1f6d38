#include "queue.h"

int hardware_word(void);

/* Puts what the hardware has into the queue, and takes it out again. */
int main(void) {
  int request;
  while (hardware_word()) {
    if (queue_put(hardware_word()) < 0)
      break;
    if (hardware_word() && queue_get(&request) < 0)
      break;
  }
  return 0;
}
