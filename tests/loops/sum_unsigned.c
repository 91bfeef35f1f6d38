/* A sum of constants, unsigned and wider. */
#include "loops.h"

int main(void)
{
  unsigned long long s = 0;
  for (unsigned i = 0; i < N; i++)
    s += 7;
  AT_END(s == 7ull * N);
  return 0;
}
