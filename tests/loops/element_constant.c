/* A counter in an element whose index is known. */
#include "loops.h"

static int x[4];

int main(void)
{
  int i;
  for (i = 0; i < 4; i++)
    x[i] = 0;
  while (x[2] < N)
    x[2]++;
  AT_END(x[2] == N);
  return 0;
}
