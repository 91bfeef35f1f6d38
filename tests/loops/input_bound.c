/* A bound that is an input. */
#include "loops.h"

extern unsigned input(void);

int main(void)
{
  unsigned n = input(), x = 0;
  if (n > N)
    return 0;
  while (x < n)
    x++;
#ifdef BUG
  ALWAYS(x == n && x < N);
#else
  ALWAYS(x == n && x <= N);
#endif
  return 0;
}
