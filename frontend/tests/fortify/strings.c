/* Fortified functions of the C library, and what is known after them. */
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <fcntl.h>
#include <ctype.h>
#include <errno.h>
#include <assert.h>
extern void reach_error(void);
struct s { int a, b; };
int main(int argc, char **argv) {
  struct s x, y = {1, 2};
  char buf[32];
  memset(&x, 0, sizeof x);
  if (x.b != 0) reach_error();
  memcpy(&x, &y, sizeof x);
  if (x.b != 2) reach_error();
  memmove(&y, &x, sizeof y);
  strcpy(buf, "abc");
  strncat(buf, "x", 3);
  snprintf(buf, sizeof buf, "%d %s", x.a, "hello");
  sprintf(buf, "%d", x.b);
  printf("%s\n", buf);
  fprintf(stderr, "%d\n", x.a);
  int fd = open("/dev/null", O_RDONLY);
  ssize_t n = read(fd, buf, sizeof buf);
  if (n > 0 && isdigit(buf[0])) puts("digit");
  if (memchr(buf, 'a', 4)) putchar('a');
  fgets(buf, sizeof buf, stdin);
  fread(buf, 1, 4, stdin);
  char *p = malloc(10);
  if (p) memset(p, 0, 10);
  free(p);
  if (x.a != 1) reach_error();
  assert(x.b == 2);
  return atoi(argv[0]);
}
