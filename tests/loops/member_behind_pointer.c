/* A counter in one of two structures. */
#include "loops.h"

struct state { int x, y; };
extern int input(void);
static struct state a, b;

int main(void)
{
  struct state *p = input() ? &a : &b;
  while (p->x < N)
    p->x++;
  AT_END(p->x == N && p->y == 0);
  return 0;
}
