/* Rounds that do not count. */
#include "loops.h"

extern int input(void);

int main(void)
{
  int x = 0;
  while (x < N)
    if (input())
      x++;
  AT_END(x == N);
  return 0;
}
