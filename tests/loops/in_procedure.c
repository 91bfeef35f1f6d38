/* A loop in a procedure. */
#include "loops.h"

static int run(int n, int levels)
{
  int x = 0;
  while (x < n)
    x++;
  return levels > 0 ? run(n, levels - 1) : x;
}

int main(void)
{
  AT_END(run(N, 2) == N);
  return 0;
}
