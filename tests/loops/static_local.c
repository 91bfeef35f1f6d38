/* A counter that keeps its value between calls. */
#include "loops.h"

static int next(void)
{
  static int x;
  return ++x;
}

int main(void)
{
  int last = 0;
  while (last < N)
    last = next();
  AT_END(last == N);
  return 0;
}
