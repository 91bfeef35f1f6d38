/* An unsigned counter that wraps to 0. */
#include "loops.h"

int main(void)
{
  unsigned x = 0u - N, n = 0;
  while (x != 0) {
    x++;
    n++;
  }
  AT_END(n == N);
  return 0;
}
