/* Steps of two: the result is even. */
#include "loops.h"

int main(void)
{
  unsigned x = 0;
  while (x < N)
    x += 2;
  AT_END(x % 2 == 0 && x == N);
  return 0;
}
