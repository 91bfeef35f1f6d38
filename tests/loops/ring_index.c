/* An index that goes round. */
#include "loops.h"

extern int input(void);

int main(void)
{
  unsigned i = 0, used = 0;
  while (used < N) {
    ALWAYS(i < 16);
    i = i == 15 ? 0 : i + 1;
    used++;
  }
  AT_END(used == N && i < 16);
  return 0;
}
