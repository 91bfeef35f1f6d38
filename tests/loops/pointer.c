/* A pointer that goes over an array. */
#include "loops.h"

static char a[N];

int main(void)
{
  char *p = a;
  while (p != a + N)
    *p++ = 1;
  AT_END(p - a == N);
  return 0;
}
