/* Arrays that are zero from the start, looked at somewhere. */
#include "loops.h"

extern unsigned input(void);
static int a[N];

int main(void)
{
  int b[N] = { 0 };
  unsigned i = input();
  if (i >= N)
    return 0;
  ALWAYS(a[i] == 0 && b[i] == 0);
  a[i] = 5;
  AT_END(a[i] + b[i] == 5);
  return 0;
}
