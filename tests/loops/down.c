/* A counter that goes down to 0. */
#include "loops.h"

int main(void)
{
  int x = N;
  while (x > 0)
    x--;
  AT_END(x == 0);
  return 0;
}
