/* A procedure that counts at file scope. */
#include "loops.h"

static int x;

static void run(int levels)
{
  while (x < N)
    x++;
  if (levels > 0)
    run(levels - 1);
}

int main(void)
{
  run(2);
  AT_END(x == N);
  return 0;
}
