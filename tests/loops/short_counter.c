/* A counter of a short type. */
#include "loops.h"

int main(void)
{
  unsigned char x = 0;
  int n = 0;
  while (n < N) {
    n++;
    x++;
  }
  AT_END(x == (unsigned char)N);
  return 0;
}
