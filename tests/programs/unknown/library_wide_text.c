// expect: the result of a library function
/* How much a format writes follows from the arguments. */
#include <wchar.h>
extern void reach_error(void);

int main(void) {
  wchar_t text[9];
  if (swprintf(text, 9, L"%d", 1) != 1)
    reach_error();
  return 0;
}
