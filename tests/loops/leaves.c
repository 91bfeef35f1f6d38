/* A loop that is left in the middle. */
#include "loops.h"

int main(void)
{
  int x = 0;
  for (;;) {
    if (x >= N)
      break;
    x++;
  }
  AT_END(x == N);
  return 0;
}
