/* An unsigned counter that goes below 0. */
#include "loops.h"

int main(void)
{
  unsigned x = N - 1, n = 0;
  for (; x < N; x--)
    n++;
  AT_END(x == 0u - 1 && n == N);
  return 0;
}
