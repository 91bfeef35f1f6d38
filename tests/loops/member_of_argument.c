/* A counter behind a pointer that functions get. */
#include "loops.h"

struct state { int x, y; };
extern int input(void);
static struct state a, b;

static void step(struct state *s)
{
  s->x++;
}

static void run(struct state *s)
{
  while (s->x < N)
    step(s);
}

int main(void)
{
  struct state *p = input() ? &a : &b;
  run(p);
  AT_END(p->x == N);
  return 0;
}
