/* A counter at file scope. */
#include "loops.h"

static int x;

int main(void)
{
  while (x < N)
    x++;
  AT_END(x == N);
  return 0;
}
