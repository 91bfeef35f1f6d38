/* What holds in each round. */
#include "loops.h"

int main(void)
{
  for (int x = 0; x < N; x++)
#ifdef BUG
    ALWAYS(x >= 0 && x < N - 1);
#else
    ALWAYS(x >= 0 && x < N);
#endif
  return 0;
}
