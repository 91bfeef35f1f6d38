/* A sum of inputs. */
#include "loops.h"

extern unsigned char input(void);

int main(void)
{
  int s = 0;
  for (int i = 0; i < N; i++)
    s += input() & 1;
#ifdef BUG
  ALWAYS(s >= 0 && s <= N - 1);
#else
  ALWAYS(s >= 0 && s <= N);
#endif
  return 0;
}
