/* A bound that is an inequation. */
#include "loops.h"

int main(void)
{
  int x = 0;
  while (x != N)
    x++;
  AT_END(x == N);
  return 0;
}
