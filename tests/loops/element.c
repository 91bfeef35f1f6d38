/* A counter in an element of an array. */
#include "loops.h"

extern unsigned input(void);
static int x[4];

int main(void)
{
  unsigned i = input() % 4;
  while (x[i] < N)
    x[i]++;
  AT_END(x[i] == N);
  return 0;
}
