/* Bytes that are set and copied as blocks. */
#include "loops.h"
#include <string.h>

extern unsigned input(void);
static char a[N], b[N];

int main(void)
{
  unsigned i = input();
  if (i >= N)
    return 0;
  memset(a, 7, N);
  ALWAYS(a[i] == 7);
  memcpy(b, a, N);
  AT_END(b[i] == 7);
  return 0;
}
