/* Two counters in a structure behind a pointer. */
#include "loops.h"

struct state { int done, left; };
extern int input(void);
static struct state a, b;

int main(void)
{
  struct state *p = input() ? &a : &b;
  p->done = 0;
  p->left = N;
  while (p->left > 0) {
    p->left--;
    p->done++;
  }
  AT_END(p->done == N);
  return 0;
}
