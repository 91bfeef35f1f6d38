/* A local counter whose address a function gets. */
#include "loops.h"

static void step(int *x)
{
  ++*x;
}

int main(void)
{
  int x = 0;
  while (x < N)
    step(&x);
  AT_END(x == N);
  return 0;
}
