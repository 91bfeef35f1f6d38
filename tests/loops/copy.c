/* A copy that follows a counter. */
#include "loops.h"

int main(void)
{
  int x = 0, y = 0;
  while (x < N) {
    x++;
    y = x;
  }
  AT_END(y == N);
  return 0;
}
