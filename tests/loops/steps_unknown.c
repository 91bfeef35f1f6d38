/* Steps that an input chooses. */
#include "loops.h"

extern int input(void);

int main(void)
{
  int x = 0;
  while (x < N)
    x += input() ? 2 : 1;
#ifdef BUG
  ALWAYS(x <= N);
#else
  ALWAYS(x <= N + 1);
#endif
  return 0;
}
