/* The bound of the inner loop is the outer counter. */
#include "loops.h"

int main(void)
{
  int i, j = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < i && j < 3; j++)
      ALWAYS(j < i);
  AT_END(i == N);
  return 0;
}
