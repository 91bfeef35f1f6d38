/* A protocol in each round. */
#include "loops.h"

static int held;

static void lock(void)
{
  ALWAYS(!held);
  held = 1;
}

static void unlock(void)
{
  ALWAYS(held);
  held = 0;
}

int main(void)
{
  int i;
  for (i = 0; i < N; i++) {
    lock();
    unlock();
  }
  AT_END(!held && i == N);
  return 0;
}
