/* A sum in memory, counted in a variable. */
#include "loops.h"

struct total { int sum, rounds; };
extern int input(void);
static struct total a, b;

int main(void)
{
  struct total *t = input() ? &a : &b;
  for (int i = 0; i < N; i++)
    t->sum += 2;
  AT_END(t->sum == 2 * N);
  return 0;
}
