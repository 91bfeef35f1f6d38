/* A counter in a structure. */
#include "loops.h"

struct state { int before, x, after; };

int main(void)
{
  struct state s = { 1, 0, 2 };
  while (s.x < N)
    s.x++;
  AT_END(s.x == N && s.before == 1 && s.after == 2);
  return 0;
}
