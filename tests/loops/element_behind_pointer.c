/* A counter in an element behind a pointer. */
#include "loops.h"

extern unsigned input(void);
static int x[4];

int main(void)
{
  int *p = &x[input() % 4];
  *p = 0;
  while (*p < N)
    (*p)++;
  AT_END(*p == N);
  return 0;
}
