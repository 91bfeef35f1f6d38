/* A loop in a loop, all counters at file scope. */
#include "loops.h"

static int i, j, n;

int main(void)
{
  for (i = 0; i < N; i++)
    for (j = 0; j < 3; j++)
      n++;
  AT_END(i == N && j == 3);
  return 0;
}
