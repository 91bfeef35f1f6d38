/* An index that stays in the array. */
#include "loops.h"

static char a[N];

int main(void)
{
  unsigned i;
  for (i = 0; i < N; i++) {
    ALWAYS(i < sizeof a);
    a[i] = 1;
  }
  AT_END(i == N);
  return 0;
}
