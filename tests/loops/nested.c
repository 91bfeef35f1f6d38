/* A loop in a loop. */
#include "loops.h"

int main(void)
{
  int n = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < 3; j++)
      n++;
  AT_END(n == 3 * N);
  return 0;
}
