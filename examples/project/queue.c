#include "queue.h"

static spinlock_t lock;
static int entries[CAPACITY];
static int first, count;

int queue_put(int request) {
  spin_lock(&lock);
  if (count == CAPACITY) {
    spin_unlock(&lock);
    return -1;
  }
  assert(count >= 0 && count < CAPACITY);
  entries[(first + count) % CAPACITY] = request;
  count++;
  spin_unlock(&lock);
  return 0;
}

int queue_get(int *request) {
  spin_lock(&lock);
  if (count == 0) {
    spin_unlock(&lock);
    return -1;
  }
  assert(count > 0 && count <= CAPACITY);
  *request = entries[first];
  first = (first + 1) % CAPACITY;
  count--;
  spin_unlock(&lock);
  return 0;
}
