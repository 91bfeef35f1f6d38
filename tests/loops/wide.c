/* A counter of a wide type. */
#include "loops.h"

int main(void)
{
  long long x = -N;
  while (x < N)
    x += 2;
  AT_END(x == N);
  return 0;
}
