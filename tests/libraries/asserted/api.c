/* A slot that is taken and given back: its functions assert what their callers owe. */
#include <assert.h>

static int taken;

static int room(int n) {
  assert(n >= 0);
  return taken == 0;
}

void slot_init(void) {
  taken = 0;
}

int slot_take(int n) {
  assert(taken == 0);
  if (n < 0)
    return -1;
  taken = 1;
  return 0;
}

void slot_give(void) {
  assert(taken == 1);
  taken = 0;
}

int slot_room(int n) {
  return room(n);
}
