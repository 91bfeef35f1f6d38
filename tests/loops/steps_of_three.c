/* Steps of three end within three of the bound. */
#include "loops.h"

int main(void)
{
  int x = 0;
  while (x < N)
    x += 3;
  AT_END(x >= N && x < N + 3);
  return 0;
}
