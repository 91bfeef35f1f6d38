// inputs:
// `strftime` sets `timezone`, by whose old value it was called: what is told of it is told of that.
#include <time.h>
void reach_error(void);
extern long timezone;

int main(void) {
  char text[200];
  struct tm t = {0};
  unsigned long written;
  timezone = 100;
  written = strftime(text, timezone, "%Z", &t);
  if (written > 0 && timezone == 0)
    reach_error();
  return 0;
}
