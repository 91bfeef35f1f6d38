/* The largest value so far. */
#include "loops.h"

int main(void)
{
  int most = -1;
  for (int i = 0; i < N; i++)
    if (i > most)
      most = i;
  AT_END(most == N - 1);
  return 0;
}
