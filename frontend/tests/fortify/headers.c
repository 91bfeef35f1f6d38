/* Headers that declare inline functions for _FORTIFY_SOURCE. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

extern void reach_error(void);
static atomic_int counter;

static void report(const char *format, ...) {
  char line[80];
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  vprintf(format, list);
  vfprintf(stderr, format, list);
  va_end(list);
}

int main(void) {
  char text[16], other[16];
  int pair[2] = {1, 2}, copy[2];
  memcpy(copy, pair, sizeof copy);
  memset(pair, 0, sizeof pair);
  if (copy[1] != 2 || pair[0] != 0) reach_error();
  memmove(pair, copy, sizeof pair);
  if (pair[0] != 1) reach_error();
  strncpy(text, "text", sizeof text);
  stpcpy(other, text);
  strcat(other, "!");
  report("%s %d\n", other, atomic_fetch_add(&counter, 1));
  if (isspace(text[0]) || bind(0, (struct sockaddr *)text, 4)) return 1;
  return write(1, text, strlen(text)) < 0;
}
