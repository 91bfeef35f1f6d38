/* Two loops, one after the other. */
#include "loops.h"

int main(void)
{
  int x = 0, y = 0;
  while (x < N)
    x++;
  while (x > 0) {
    x--;
    y++;
  }
  AT_END(x == 0 && y == N);
  return 0;
}
