/* A sum of constants. */
#include "loops.h"

int main(void)
{
  int s = 0;
  for (int i = 0; i < N; i++)
    s += 2;
  AT_END(s == 2 * N);
  return 0;
}
