/* The function that counts is called. */
#include "loops.h"

static int x;

static void step(void)
{
  x++;
}

int main(void)
{
  while (x < N)
    step();
  AT_END(x == N);
  return 0;
}
