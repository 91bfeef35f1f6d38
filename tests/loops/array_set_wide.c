/* Numbers whose bytes are set and copied as blocks. */
#include "loops.h"
#include <string.h>

extern unsigned input(void);
static int a[N], b[N];

int main(void)
{
  unsigned i = input();
  if (i >= N)
    return 0;
  memset(a, -1, sizeof a);
  ALWAYS(a[i] == -1);
  memcpy(b, a, sizeof b);
  AT_END(b[i] == -1);
  return 0;
}
