/* A loop that looks at its end. */
#include "loops.h"

int main(void)
{
  int x = 0;
  do
    x++;
  while (x < N);
  AT_END(x == N);
  return 0;
}
