/* Two counters, one up and one down. */
#include "loops.h"

int main(void)
{
  int i = 0, j = N;
  while (i < N) {
    i++;
    j--;
  }
  AT_END(i == N && j == 0);
  return 0;
}
