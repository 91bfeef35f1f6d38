/* A loop in a program with a procedure. */
#include "loops.h"

static int depth(int n)
{
  return n <= 0 ? 0 : depth(n - 1);
}

int main(void)
{
  int x = 0;
  ALWAYS(depth(3) == 0);
  while (x < N)
    x++;
  AT_END(x == N);
  return 0;
}
