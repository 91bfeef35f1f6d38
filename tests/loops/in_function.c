/* The loop is in a function that is called twice. */
#include "loops.h"

static int run(int x)
{
  while (x < N)
    x++;
  return x;
}

int main(void)
{
  int x = run(0), y = run(1);
  AT_END(x == N && y == N);
  return 0;
}
